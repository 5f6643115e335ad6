import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { type NewPlan, newPlan } from '#shared/contract/journey.ts';
import { PLAN_TYPES } from '#shared/rules/journey.ts';
import { humanise } from '../../lib/text/format.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { Notice } from '../../ui/overlay/notice.ts';
import { plansStageId } from '../client/plans.ts';
import { typedPounds } from '../client/typed-pounds.ts';
import { addPlan, addPlanOfRow } from './plans.ts';

export const planForm = z.extend(newPlan, { approxValuation: z.pipe(typedPounds, newPlan.shape.approxValuation) });

const TYPES = PLAN_TYPES.map((value) => ({ value, label: humanise(value) }));

interface FormProps extends DialogState {
  title: string;
  draft: string;
  /** Values to start with. */
  plan?: Partial<NewPlan>;
  notice?: Notice | undefined;
  aside?: (close: () => void) => ReactNode;
  onSave: (typed: NewPlan) => Promise<unknown>;
  submitLabel: string;
  busyLabel: string;
}

export function PlanForm({ plan, onSave, ...dialog }: FormProps) {
  return (
    <FormDialog {...dialog} schema={planForm} onSubmit={onSave} needs={['provider', 'planType', 'planNumber']}>
      <TextField name="provider" label="Provider" required defaultValue={plan?.provider} />
      <SelectField
        name="planType"
        label="Plan Type"
        placeholder="Select a plan type"
        options={TYPES}
        required
        defaultValue={plan?.planType}
      />
      <TextField name="planNumber" label="Plan Number" required defaultValue={plan?.planNumber} />
      <TextField
        name="approxValuation"
        label="Approx. Valuation (£)"
        inputMode="numeric"
        placeholder="Optional"
        defaultValue={plan?.approxValuation ?? undefined}
      />
    </FormDialog>
  );
}

export const ADD_PLAN = { submitLabel: 'Add Plan', busyLabel: 'Adding...' };

/** Plan of a row of the fact-find. */
export type GivenPlan = Partial<NewPlan> & { factfindRow: string };

/** Adds a plan. One of the fact-find is filled in from its row. */
export default function PlanDialog({
  clientId,
  given,
  ...dialog
}: DialogState & { clientId: string; given?: GivenPlan }) {
  const { mutateAsync } = useMutation(given ? addPlanOfRow : addPlan);
  const stageId = plansStageId(clientId);
  const { factfindRow } = given ?? {};
  const add = (typed: NewPlan) =>
    mutateAsync({ params: { stageId }, body: { ...typed, ...(factfindRow && { factfindRow }) } });
  return (
    <PlanForm
      title="Add Plan"
      draft={`new-plan/${factfindRow ? `${clientId}/${factfindRow}` : stageId}`}
      {...(given && { plan: given })}
      onSave={add}
      {...ADD_PLAN}
      {...dialog}
    />
  );
}
