import type { Stage } from '#shared/contract/journey.ts';
import type { Portal } from '#shared/contract/portal.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { INITIAL_STAGE } from '#shared/rules/journey.ts';
import { isToDo } from '../requests/requests.ts';

/** Next step of a client: their first open task or request, or the reason why there is none. */
export type NextStep =
  | { kind: 'task'; task: ClientTask }
  | { kind: 'request'; request: ClientRequest }
  | { kind: 'waiting'; stage: string }
  | { kind: 'starting'; stage: Stage }
  | { kind: 'finished'; openTasks: number };

const LAST = '9999';
interface Dated {
  dueDate: string | null;
  createdAt: string;
}
const dayOf = ({ dueDate }: Dated) => dueDate ?? LAST;
const placeOf = (dated: Dated) => `${dayOf(dated)} ${dated.createdAt}`;
const byDue = (a: Dated, b: Dated) => placeOf(a).localeCompare(placeOf(b));
export const isOpenTask = ({ status }: Pick<ClientTask, 'status'>) => status !== 'completed';

/** Sorts tasks or requests by due date, undated ones last, then by creation. */
export const inOrder = <T extends Dated>(all: readonly T[]): T[] => all.toSorted(byDue);

type Shown = Pick<Portal, 'client' | 'stages' | 'tasks' | 'requests' | 'me'>;

export function nextStep({ client, stages, tasks, requests, me }: Shown): NextStep {
  const openTasks = inOrder(tasks.filter(isOpenTask));
  const toSend = inOrder(requests.filter((request) => isToDo(request, { me })));
  const [task, request] = [openTasks[0], toSend[0]];
  if (client.completed) return { kind: 'finished', openTasks: openTasks.length };
  // On equal days the request comes first.
  if (request && !(task && dayOf(task) < dayOf(request))) return { kind: 'request', request };
  if (task) return { kind: 'task', task };
  const [first] = stages;
  return first && client.currentStage === INITIAL_STAGE
    ? { kind: 'starting', stage: first }
    : { kind: 'waiting', stage: client.currentStage };
}

/** Returns the task or request of a next step, if it has one. */
export function stepSubject(step: NextStep): ClientTask | ClientRequest | undefined {
  if (step.kind === 'task') return step.task;
  return step.kind === 'request' ? step.request : undefined;
}
