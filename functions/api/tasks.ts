import { taskCalls } from '#shared/contract/tasks.ts';
import { query } from '../aws/table.ts';
import { clientStats, ownCounts } from '../domain/clients/client-counts.ts';
import { ownPending, pendingPage } from '../domain/tasks/pending.ts';
import { listTasks, type TaskItem, taskRange, toClientTask, toTask } from '../domain/tasks/task.ts';
import { createTask, deleteTask, updateTask } from '../domain/tasks/task-change.ts';
import { createdChild, creating } from '../pipeline/creating.ts';
import { pageResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { clientPartition, getChild, PREFIX } from '../services/keys/keys.ts';

const load = ({ params: { id } }: { params: { id: string } }) => getChild<TaskItem>(PREFIX.task, id);

export const handler = lambda('tasks', taskCalls, {
  'GET /api/clients/{id}/tasks': prepared(
    async ({ params, query: page }) => query<TaskItem>(clientPartition(params.id), PREFIX.task, taskRange(page)),
    async ({ client, query: page }, found) => pageResponse(await listTasks(client, found, page)),
  ),

  'POST /api/clients/{id}/tasks': creating({
    create: async (request) => createTask(request, request.body),
    find: createdChild<TaskItem>(PREFIX.task),
    present: toTask,
  }),

  'GET /api/tasks/pending': prepared(
    ({ adviserId, query: page }) => ownPending(adviserId, page),
    async ({ actor, query: page }, own) => pageResponse(await pendingPage(actor, own, page)),
  ),

  'GET /api/tasks/pending-count': prepared(ownCounts, async ({ actor }, own) => {
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
