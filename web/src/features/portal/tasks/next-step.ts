import type { Stage } from '#shared/contract/journey.ts';
import type { Portal } from '#shared/contract/portal.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { INITIAL_STAGE } from '#shared/rules/journey.ts';

/** Next step of a client: their first open task, or the reason why there is none. */
export type NextStep =
  | { kind: 'task'; task: ClientTask; more: number }
  | { kind: 'waiting'; stage: string }
  | { kind: 'starting'; stage: Stage }
  | { kind: 'finished' };

const LAST = '9999';
const placeOf = ({ dueDate, createdAt }: ClientTask) => `${dueDate ?? LAST} ${createdAt}`;
const byDue = (a: ClientTask, b: ClientTask) => placeOf(a).localeCompare(placeOf(b));
export const isOpen = ({ status }: Pick<ClientTask, 'status'>) => status !== 'completed';

/** Sorts tasks by due date, undated ones last, then by creation. */
export const inOrder = (tasks: readonly ClientTask[]): ClientTask[] => tasks.toSorted(byDue);

export function nextStep({ client, stages, tasks }: Pick<Portal, 'client' | 'stages' | 'tasks'>): NextStep {
  const [task, ...others] = inOrder(tasks.filter(isOpen));
  if (task) return { kind: 'task', task, more: others.length };
  if (client.completed) return { kind: 'finished' };
  const [first] = stages;
  return first && client.currentStage === INITIAL_STAGE
    ? { kind: 'starting', stage: first }
    : { kind: 'waiting', stage: client.currentStage };
}
