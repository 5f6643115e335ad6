import { TASK_FIELDS } from '#shared/nouns/task.ts';
import { unchanged } from '../../aws/expressions.ts';
import { tryUpdate } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf } from '../../services/keys/keys.ts';
import { adviserIdOf } from '../clients/client.ts';
import { shownOfClient } from '../clients/listed-rows.ts';
import { type Finding, misplaced, recounted } from '../finding.ts';
import { type ClientFile, type Nouns, section, time, words } from '../noun.ts';
import { type TaskItem, taskIndexKeys, toTask } from './task.ts';
import { unchangedSinceRead } from './task-change.ts';

/** Finds wrong counts of tasks, and tasks in the wrong list: open ones belong in their adviser’s, completed ones in none. */
function check({ client, of }: ClientFile): Finding[] {
  const tasks = of<TaskItem>(KEYS.task);
  const open = tasks.filter(({ summary }) => summary.status !== 'completed');
  const openFor = (who: string) => open.filter(({ summary }) => summary.responsibility === who).length;
  return [
    ...recounted(client, {
      totalTasks: tasks.length,
      'summary/openAdviserTasks': openFor('adviser'),
      'summary/openClientTasks': openFor('client'),
    }),
    ...tasks.flatMap((task) => {
      const wanted = taskIndexKeys(task.summary, childKeyOf(task), adviserIdOf(client));
      const when = [...unchangedSinceRead(task), unchanged('gpk', task.gpk), unchanged('gsk', task.gsk)];
      const shown = summaryPaths(shownOfClient(client, wanted.gpk !== undefined));
      return misplaced(task, wanted, client, {
        where: `client ${clientIdOf(client)}, task ${childKeyOf(task)}`,
        problem: wanted.gpk ? 'is missing from its adviser’s list' : 'is completed but still in a list',
        repair: () => tryUpdate(task, { set: { ...wanted, ...shown }, when }),
      });
    }),
  ];
}

export const nouns = {
  task: {
    name: 'task',
    rest: ['client', 'key'],
    index: `list, while open: \`${KEYS.account.pk}adviser\` / \`${KEYS.task.row}due#key\``,
    key: KEYS.task,
    owner: 'client',
    exported: section('tasks', 'Tasks', TASK_FIELDS, (task: TaskItem) => toTask(task), {
      title: 'Title',
      description: 'Description',
      status: ['Status', ({ status }) => words(status)],
      responsibility: 'For',
      dueDate: 'Due',
      clientNotes: 'Client’s notes',
      adviserNotes: 'Adviser’s notes',
      completedAt: ['Completed', ({ completedAt }) => time(completedAt)],
      stageId: null,
    }),
    restored: 'back',
    verified: check,
  },
} as const satisfies Nouns;
