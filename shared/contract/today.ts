import * as z from 'zod/mini';
import { OPEN_KINDS } from '../rules/open-kinds.ts';
import { TASK_STATUSES } from '../rules/tasks.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { oneOf } from './fields.ts';

const todayItem = z.object({
  kind: oneOf(OPEN_KINDS),
  /** Title of the task, or words such as "2 unread messages" and "First Meeting at 10:30". */
  text: z.string(),
  /** ISO time or day since which it is open; null if unknown. */
  since: z.nullable(z.string()),
  due: z.nullable(z.string()),
  /** Id of the task, letter, sub-stage that books the meeting, or oldest new document. */
  ref: z.nullable(z.string()),
  /** Set for a fact-find, which is settled on its own page. */
  asks: z.optional(z.literal('facts')),
  /** Status of a task, which Undo restores. */
  status: z.nullable(oneOf(TASK_STATUSES)),
});

export type TodayItem = z.infer<typeof todayItem>;

const todayClient = z.object({
  clientId: z.string(),
  clientName: z.string(),
  adviserId: z.string(),
  adviserName: z.string(),
  /** The most urgent ones. */
  items: z.array(todayItem),
  /** Number of items that are not returned. */
  more: z.number(),
});

export type TodayClient = z.infer<typeof todayClient>;

const today = z.object({
  clients: z.array(todayClient),
  /** Number of clients that are not returned. */
  more: z.number(),
});

export type Today = z.infer<typeof today>;

export const todayCalls = {
  'GET /api/today': {
    reads: ['summary', 'lists', 'today'],
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
