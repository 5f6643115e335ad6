import * as KEYS from '../../services/keys/item-kinds.ts';
import { type Nouns, section, time, words } from '../noun.ts';
import { type TaskItem, toTask } from './task.ts';

export const nouns = {
  task: {
    name: 'task',
    rest: ['client', 'key'],
    index: `list, while open: \`${KEYS.account.pk}adviser\` / \`${KEYS.task.row}due#key\``,
    key: KEYS.task,
    owner: 'client',
    exported: section('tasks', 'Tasks', (task: TaskItem) => toTask(task), {
      Title: ({ title }) => title,
      Description: ({ description }) => description,
      Status: ({ status }) => words(status),
      For: ({ responsibility }) => responsibility,
      Due: ({ dueDate }) => time(dueDate),
      'Client’s notes': ({ clientNotes }) => clientNotes,
      'Adviser’s notes': ({ adviserNotes }) => adviserNotes,
      Completed: ({ completedAt }) => time(completedAt),
    }),
    restored: 'back',
  },
} as const satisfies Nouns;
