import { useMutation } from '@tanstack/react-query';
import type { NewPlan, Plan, PlanChange } from '#shared/contract/journey.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { ADD_PLAN, PlanForm } from '../../../parts/plan/plan-dialog.tsx';
import { addPlan } from '../../../parts/plan/plans.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { plansQuery } from '../queries.ts';
import { changePlan, deletePlan } from './queries.ts';

/** Returns the changed fields. A colleague may have changed the others since the dialog was opened. */
const changedIn = (plan: Plan, typed: NewPlan): PlanChange =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== plan[name as keyof NewPlan]));

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
export default function EditPlanDialog({ plan, loa, ...dialog }: DialogState & { plan: Plan; loa: Loa | undefined }) {
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
      {...(isGone ? ADD_PLAN : { submitLabel: 'Save', busyLabel: 'Saving...' })}
      {...dialog}
    />
  );
}
