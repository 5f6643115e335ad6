import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { type NewPlan, newPlan, type Plan, type PlanChange } from '#shared/contract/journey.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { PLAN_TYPES } from '#shared/rules/journey.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { humanise } from '../../../lib/text/format.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import type { Notice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { plansQuery, plansStageId } from '../queries.ts';
import { typedPounds } from '../typed-pounds.ts';
import { addPlan, changePlan, deletePlan } from './queries.ts';

export const planForm = z.extend(newPlan, { approxValuation: z.pipe(typedPounds, newPlan.shape.approxValuation) });

const TYPES = PLAN_TYPES.map((value) => ({ value, label: humanise(value) }));

/** Returns the changed fields. A colleague may have changed the others since the dialog was opened. */
const changedIn = (plan: Plan, typed: NewPlan): PlanChange =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== plan[name as keyof NewPlan]));

interface FormProps extends DialogState {
  title: string;
  draft: string;
  /** Plan to edit. */
  plan?: Plan;
  notice?: Notice | undefined;
  aside?: (close: () => void) => ReactNode;
  onSave: (typed: NewPlan) => Promise<unknown>;
  submitLabel: string;
  busyLabel: string;
}

function PlanForm({ plan, onSave, ...dialog }: FormProps) {
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

const ADD = { submitLabel: 'Add Plan', busyLabel: 'Adding...' };

export default function PlanDialog({ clientId, ...dialog }: DialogState & { clientId: string }) {
  const { mutateAsync } = useMutation(addPlan);
  const stageId = plansStageId(clientId);
  const add = (body: NewPlan) => mutateAsync({ params: { stageId }, body });
  return <PlanForm title="Add Plan" draft={`new-plan/${stageId}`} onSave={add} {...ADD} {...dialog} />;
}

const DELETED = { text: 'This plan has been deleted. “Add Plan” adds it again, as it stands here.', isFinal: false };

/** Returns what a deleted plan does to its letter; undefined without a letter under way. */
function effectOn(loa: Loa | undefined): string | undefined {
  if (!loa || !isUnderWay(loa.state)) return;
  if (loa.planIds.length > 1) return 'Its letter of authority goes on without it.';
  return `Its letter of authority${loa.sentOn ? `, sent on ${sayDay(loa.sentOn)},` : ''} ends too.`;
}

function DeletePlan({ plan, loa, onDeleted }: { plan: Plan; loa: Loa | undefined; onDeleted: () => void }) {
  const { mutateAsync } = useMutation(deletePlan);
  const text = (
    <span>
      The plan <Words>{plan.planNumber}</Words> with <Words>{plan.provider}</Words> will be removed.{' '}
      <span>{[effectOn(loa), 'This action cannot be undone.'].filter(Boolean).join(' ')}</span>
    </span>
  );
  return (
    <DeleteButton kind="Plan" text={text} onDelete={() => mutateAsync({ params: { id: plan.id } }).then(onDeleted)} />
  );
}

/** Edits or deletes a plan as it was when the dialog was opened. Adds it again if a colleague deletes it meanwhile. */
export function EditPlanDialog({ plan, loa, ...dialog }: DialogState & { plan: Plan; loa: Loa | undefined }) {
  const { id, stageId } = plan;
  const add = useMutation(addPlan);
  const change = useMutation(changePlan);
  const { isGone } = useCurrent(plansQuery(plan.clientId), plan);
  const save = (typed: NewPlan) =>
    isGone
      ? add.mutateAsync({ params: { stageId }, body: typed })
      : change.mutateAsync({ params: { id }, body: changedIn(plan, typed) });
  return (
    <PlanForm
      title="Edit Plan"
      draft={`plan/${id}`}
      plan={plan}
      notice={isGone ? DELETED : undefined}
      aside={(close) => !isGone && <DeletePlan plan={plan} loa={loa} onDeleted={close} />}
      onSave={save}
      {...(isGone ? ADD : { submitLabel: 'Save', busyLabel: 'Saving...' })}
      {...dialog}
    />
  );
}
