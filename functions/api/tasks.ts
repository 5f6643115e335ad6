import { query } from '../aws/table.ts';
import { isStray, moveStrayTasks } from '../domain/clients/assignments.ts';
import { adviserIdOf, type ClientItem, type ClientRow } from '../domain/clients/client.ts';
import { clientStats, ownClients, ownPart } from '../domain/clients/firm-lists.ts';
import { type TaskItem, type TaskRow, toClientTask, toTask } from '../domain/tasks/task.ts';
import { createTask, deleteTask, updateTask } from '../domain/tasks/task-change.ts';
import { pendingPage, taskPage, taskRange } from '../domain/tasks/task-page.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { clientIdOf, clientPartition, getChild, PREFIX } from '../services/keys/keys.ts';
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
    async ({ actor, client, body, now }) =>
      createTask({ actor, client, now }, body),

  'GET /api/tasks/pending': prepared(loadOwn, async ({ actor, query: page }, own) =>
    listed(await pendingPage(actor, own, page)),
  ),

  'GET /api/tasks/pending-count': prepared(ownClients, async ({ actor }, own) => {
    const { pendingAdviserActions, pendingClientActions } = await clientStats(actor, own);
    return { count: pendingAdviserActions + pendingClientActions };
  }),

  'PATCH /api/tasks/{id}': prepared(load, async ({ actor, client, body, now }, found) => {
    const task = await updateTask({ actor, client, now }, found, body);
    return actor.kind === 'client' ? toClientTask(task) : toTask(task);
  }),

  'DELETE /api/tasks/{id}': prepared(load, async ({ actor, client, now }, task) =>
    deleteTask({ actor, client, now }, task),
  ),
});
