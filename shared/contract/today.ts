import * as z from 'zod/mini';
import { TASK_STATUSES } from '../rules/tasks.ts';
import { TODAY_KINDS } from '../rules/today.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { oneOf } from './fields.ts';

const todayRow = z.object({
  kind: oneOf(TODAY_KINDS),
  clientId: z.string(),
  clientName: z.string(),
  adviserId: z.string(),
  adviserName: z.string(),
  /** Id of the task, of the sub-stage that books the meeting, or of the oldest new document. */
  ref: z.nullable(z.string()),
  /** Title of the task, or words such as "2 unread messages" and "First Meeting at 10:30". */
  text: z.string(),
  /** Time of the request for help, of the meeting, or of the oldest message or document; a task's due day. */
  since: z.string(),
  dueDate: z.nullable(z.string()),
  /** Status of the task, which Undo restores. */
  status: z.nullable(oneOf(TASK_STATUSES)),
});

export type TodayRow = z.infer<typeof todayRow>;

const today = z.object({
  rows: z.array(todayRow),
  /** Number of rows that are not returned. */
  more: z.number(),
  /** How many of those are tasks. */
  moreTasks: z.number(),
});

export type Today = z.infer<typeof today>;

export const todayCalls = {
  'GET /api/today': {
    effect: 'none',
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    /** Advisers see their own clients. Admins do too, or with `all` those of all advisers. */
    query: z.strictObject({ all: z.optional(z.literal('true', 'Must be true')) }),
    returns: today,
  },
} as const satisfies Calls;
