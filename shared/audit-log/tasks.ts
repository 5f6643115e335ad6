import * as z from 'zod/mini';
import { RESPONSIBILITIES, TASK_STATUSES } from '../rules/tasks.ts';
import { changes, flag, type Kind, kind, moved, type Seen, spaced, text } from './kind.ts';
import {
  type Causes,
  type NewsCauses,
  type NewsTable,
  type NoticeContent,
  type Notices,
  some,
  titleOfNew,
} from './told.ts';

const task = z.object({ title: text, responsibility: z.enum(RESPONSIBILITIES) });
const seenByResponsible = ({ responsibility }: z.infer<typeof task>): Seen =>
  responsibility === 'client' ? 'both' : 'staff';

const taskChange = z.extend(task, {
  from: z.optional(z.enum(TASK_STATUSES)),
  to: z.optional(z.enum(TASK_STATUSES)),
  noted: flag,
  changed: flag,
  /** Set if the completion ended a call for help with the task. */
  helped: flag,
  changes,
  /** Set if the client sees nothing of it: an adviser's task, or only the adviser's notes changed. */
  internal: flag,
});

export const taskActions = {
  'task-created': kind(['mailClient'], task, ({ title }) => `Assigned the task “${title}”`, seenByResponsible),
  'task-changed': kind(
    ['notifyAdviser', 'mailClient'],
    taskChange,
    ({ title, to, noted, changed, helped }) =>
      [
        ...(to ? [`Set the task “${title}” to ${spaced(to)}`] : []),
        ...(helped ? ['The request for help with it has ended'] : []),
        ...(noted ? [`Added notes to the task “${title}”`] : []),
        ...(changed ? [`Changed the task “${title}”`] : []),
      ].join('. '),
    ({ internal }) => (internal ? 'staff' : 'both'),
    ({ from, to, changes: short = [] }) => [...(from && to ? moved('status', from, to) : []), ...short],
  ),
  'task-deleted': kind(['detachDeletedTask'], task, ({ title }) => `Deleted the task “${title}”`, seenByResponsible),
} as const satisfies Record<string, Kind>;

export const taskNotices = {
  'task-completed': {
    group: 'tasks',
    place: 'tasks',
    icon: 'done',
    subject: (client) => `${client} completed a task`,
    says: 'does',
  },
  'task-noted': {
    group: 'tasks',
    place: 'tasks',
    icon: 'notes',
    subject: (client) => `${client} added notes to a task`,
    says: 'does',
  },
} as const satisfies Notices;

function changed({ title, to, noted }: z.infer<typeof taskChange>): NoticeContent | undefined {
  const notes = noted ? ' and added notes' : '';
  if (to === 'completed') return { kind: 'task-completed', text: `Completed “${title}”${notes}` };
  return noted ? { kind: 'task-noted', text: `Added notes to “${title}”` } : undefined;
}

export const taskCauses: Causes<typeof taskActions> = { 'task-changed': { byClient: changed } };

export const taskNews = {
  task: {
    noun: 'task',
    title: (sender, count) => titleOfNew('task', sender, count),
    sentence: (adviser, count) => `${adviser} has given you ${some(count, 'new task')}.`,
  },
  'task-reopened': {
    noun: 'task',
    title: (sender) => `${sender} needs something again`,
    sentence: (adviser, count) => `${adviser} has reopened ${some(count, 'task')}. Your page says what is still to do.`,
    afterReview: true,
  },
} as const satisfies NewsTable;

export const taskNewsCauses: NewsCauses<typeof taskActions> = {
  'task-created': ({ responsibility }) => (responsibility === 'client' ? 'task' : undefined),
  'task-changed': ({ responsibility, from, to, changes: short = [] }) => {
    if (responsibility !== 'client' || to === 'completed') return undefined;
    if (short.some(({ field }) => field === 'responsibility')) return 'task';
    return from === 'completed' ? 'task-reopened' : undefined;
  },
};
