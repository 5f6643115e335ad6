import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type NewPlan, newPlan, type Plan, type PlanChange } from '#shared/contract/journey.ts';
import { PLAN_TYPES } from '#shared/rules/journey.ts';
import { humanise } from '../../../lib/text/format.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { addPlan, changePlan } from './queries.ts';

/**
 * Whole pounds, plain or in English groups of three. Rejects "12.000" and "12,50", which are other amounts in other
 * countries.
 */
const POUNDS = /^£?\s*(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.00?)?$/;

const typedPounds = z.transform((typed): number | null | undefined => {
  const text = String(typed)
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (!text) return null;
  return POUNDS.test(text) ? Number(text.replace(/[£,\s]/g, '')) : Number.NaN;
});

export const planForm = z.extend(newPlan, { approxValuation: z.pipe(typedPounds, newPlan.shape.approxValuation) });

const TYPES = PLAN_TYPES.map((value) => ({ value, label: humanise(value) }));

/** Returns the changed fields. A colleague may have changed the others since the dialog was opened. */
const changedIn = (plan: Plan, typed: NewPlan): PlanChange =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== plan[name as keyof NewPlan]));

interface Props extends DialogState {
  stageId: string;
  /** Plan to edit; without one, the dialog adds a plan. */
  plan?: Plan;
}

export default function PlanDialog({ stageId, plan, ...dialog }: Props) {
  const add = useMutation(addPlan);
  const change = useMutation(changePlan);
  const save = (typed: NewPlan) =>
    plan
      ? change.mutateAsync({ params: { id: plan.id }, body: changedIn(plan, typed) })
      : add.mutateAsync({ params: { stageId }, body: typed });
  return (
    <FormDialog
      {...dialog}
      title={plan ? 'Edit Plan' : 'Add Plan'}
      draft={plan ? `plan/${plan.id}` : `new-plan/${stageId}`}
      schema={planForm}
      onSubmit={save}
      submitLabel={plan ? 'Save' : 'Add Plan'}
      busyLabel={plan ? 'Saving...' : 'Adding...'}
      needs={['provider', 'planType', 'planNumber']}
    >
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
