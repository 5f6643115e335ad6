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
  adviserName: z.string(),
  /** Time of the request for help, of the oldest message or file, or the due day. */
  since: z.string(),
  /** Number of unread messages or of new files; 1 for other kinds. */
  count: z.number(),
  task: z.nullable(z.object({ id: z.string(), title: z.string(), status: oneOf(TASK_STATUSES) })),
});

export type TodayRow = z.infer<typeof todayRow>;

const today = z.object({
  rows: z.array(todayRow),
  /** Number of rows that are not returned, by the page that has them. */
  more: z.object({ inbox: z.number(), tasks: z.number() }),
});

export type Today = z.infer<typeof today>;

export const todayCalls = {
  'GET /api/today': {
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    /** Advisers see their own clients. Admins do too, or with `firm` those of all advisers. */
    query: z.strictObject({ of: z.optional(oneOf(['firm'])) }),
    returns: today,
  },
} as const satisfies Calls;
