import type * as contract from '#shared/contract/tasks.ts';
import { inDays } from '../support/days.ts';
import type { CallTests } from './call-test.ts';

export const taskCalls = {
  'GET /api/clients/{id}/tasks': { cost: [3, 1], isFirst: true },
  'POST /api/clients/{id}/tasks': {
    cost: [3, 2],
    body: () => ({
      title: 'A task',
      description: 'd',
      stageId: 'none',
      responsibility: 'client',
      dueDate: inDays(7),
    }),
    required: ['title'],
  },
  'GET /api/tasks/pending': { cost: [2, 1] },
  'GET /api/tasks/pending-count': { cost: [2, 1] },
  'PATCH /api/tasks/{id}': { cost: [4, 2], sent: 'onNewTask', body: { status: 'completed' } },
  'DELETE /api/tasks/{id}': { cost: [5, 3], why: 'then finds the documents that were sent for it', sent: 'onNewTask' },
} satisfies CallTests<typeof contract.taskCalls>;
