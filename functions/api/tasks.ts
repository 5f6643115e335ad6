import { TASK_COMPLETED } from '#shared/rules/tasks.ts';
import { together } from '../aws/expressions.ts';
import { query, transact } from '../aws/table.ts';
import { isStray, moveStrayTasks } from '../domain/clients/assignments.ts';
import { changeOf } from '../domain/clients/change.ts';
import { adviserIdOf, type ClientItem, type ClientRow } from '../domain/clients/client.ts';
import { clientStats, ownClients, ownPart } from '../domain/clients/firm-lists.ts';
import { countTotal } from '../domain/clients/quota.ts';
import { detachTask } from '../domain/documents/detach-task.ts';
import { withClientNotes } from '../domain/tasks/client-notes.ts';
import { type TaskItem, type TaskRow, taskIndexKeys, toClientTask, toTask } from '../domain/tasks/task.ts';
import {
  changedTask,
  checkedStageId,
  countOpen,
  taskAttributes,
  taskChangeData,
  unchangedSinceRead,
} from '../domain/tasks/task-change.ts';
import { pendingPage, taskPage, taskRange } from '../domain/tasks/task-page.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { conflict, notFound } from '../services/errors.ts';
import { newChildKey } from '../services/keys/ids.ts';
import {
  childItemKey,
  childKeyOf,
  clientIdOf,
  clientPartition,
  getChild,
  idOfChild,
  PREFIX,
} from '../services/keys/keys.ts';
import { logFault } from '../services/log/log.ts';

const load = ({ params: { id } }: { params: { id: string } }) => getChild<TaskItem>(PREFIX.task, id);

const loadOwn = ({ adviserId }: { adviserId: string | undefined }) => ownPart<ClientRow | TaskRow>(adviserId, '');

const listed = <T>({ tasks, next }: { tasks: T[]; next: string | undefined }) =>
  new Answer(tasks, next ? { headers: { link: `<${next}>; rel="next"` } } : {});

/** Finishes an interrupted reassignment. A failure is logged and tried again on the next call. */
async function gatherTasks(client: ClientItem, tasks: TaskItem[]): Promise<void> {
  const adviserId = adviserIdOf(client);
  if (!tasks.some((task) => isStray(task, adviserId))) return;
  await moveStrayTasks(clientIdOf(client), adviserId).catch((error: unknown) => logFault('stray tasks', error));
}

export const handler = lambda('tasks', {
  'GET /api/clients/{id}/tasks': prepared(
    async ({ params, query: page }) => query<TaskItem>(clientPartition(params.id), PREFIX.task, taskRange(page)),
    async ({ client, query: page }, found) => {
      await gatherTasks(client, found);
      return listed(taskPage(found, page));
    },
  ),

  'POST /api/clients/{id}/tasks':
    () =>
    async ({ actor, client, body, now }) => {
      const key = newChildKey(now);
      const open = { status: 'pending', responsibility: body.responsibility ?? 'client' } as const;
      const stageId = checkedStageId(body.stageId, clientIdOf(client));
      const attributes = taskAttributes({ ...body, stageId });
      const card = { title: body.title, assignedBy: actor.id, ...attributes, ...open };
      const place = childItemKey(PREFIX.task, clientIdOf(client), key);
      const task: TaskItem = { ...place, ...taskIndexKeys(card, key, adviserIdOf(client)), v: 1, card };
      const context = { actor, client, now };
      const { title, responsibility } = card;
      const happened = { action: 'task-created', data: { title, responsibility }, ref: idOfChild(task) } as const;
      const counts = together({ add: countOpen(undefined, card) }, countTotal(client, 'totalTasks', 1));
      await transact([...changeOf(context, happened, counts), { put: { ...task } }]);
      return toTask(task);
    },

  'GET /api/tasks/pending': prepared(loadOwn, async ({ actor, query: page }, own) =>
    listed(await pendingPage(actor, own, page)),
  ),

  'GET /api/tasks/pending-count': prepared(ownClients, async ({ actor }, own) => {
    const { pendingAdviserActions, pendingClientActions } = await clientStats(actor, own);
    return { count: pendingAdviserActions + pendingClientActions };
  }),

  'PATCH /api/tasks/{id}': prepared(load, async ({ actor, client, body, now }, task) => {
    const byClient = actor.kind === 'client';
    if (!task || (byClient && task.card.responsibility !== 'client')) throw notFound('Task not found');
    if (byClient && task.card.status === 'completed') throw conflict(TASK_COMPLETED);
    const { change, when } = withClientNotes(task, body, now);
    const { after, set } = changedTask(task, change, client, now);
    const data = taskChangeData(task.card, after.card);
    if (data) {
      const happened = { action: 'task-changed', data, ref: idOfChild(task) } as const;
      const changes = changeOf({ actor, client, now }, happened, { add: countOpen(task.card, after.card) });
      const conditions = [...unchangedSinceRead(task), ...when];
      await transact([...changes, { update: task, change: { set, when: conditions } }]);
    }
    return byClient ? toClientTask(after) : toTask(after);
  }),

  'DELETE /api/tasks/{id}': prepared(load, async ({ actor, client, now }, task) => {
    if (!task) throw notFound('Task not found');
    const { title, responsibility } = task.card;
    const happened = { action: 'task-deleted', data: { title, responsibility }, ref: idOfChild(task) } as const;
    const counts = together({ add: countOpen(task.card, undefined) }, countTotal(client, 'totalTasks', -1));
    const changes = changeOf({ actor, client, now }, happened, counts);
    await transact([...changes, { delete: task, when: unchangedSinceRead(task) }]);
    await detachTask(clientIdOf(client), childKeyOf(task));
    return undefined;
  }),
});
