import * as z from 'zod/mini';
import { RESPONSIBILITIES, TASK_STATUSES } from '../rules/tasks.ts';
import { changes, flag, type Kind, kind, moved, type Seen, spaced, text } from './kind.ts';

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
