import * as z from 'zod/mini';
import { CLIENT_STATUSES } from '../rules/clients.ts';
import { FIGURE_MONTHS } from '../rules/histograms.ts';
import { OPEN_KINDS, WHO } from '../rules/open-kinds.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { oneOf } from './fields.ts';

const stuckClient = z.object({
  clientId: z.string(),
  clientName: z.string(),
  adviserId: z.string(),
  adviserName: z.string(),
  status: z.enum(CLIENT_STATUSES),
  /** Title of the current stage, and ISO time at which it was started. */
  stage: z.string(),
  stageSince: z.nullable(z.string()),
  /** Working days in the stage; null if none is in progress. */
  daysInStage: z.nullable(z.number()),
  /** Working days since anything about the client changed. */
  quietDays: z.number(),
  /** Empty if nobody has anything to do. */
  waitingFor: z.array(z.enum(WHO)),
  /** Kind of the most urgent open item; null if nothing is open. */
  reason: z.nullable(z.enum(OPEN_KINDS)),
  text: z.string(),
  /** Id of the task, request or letter that the text is about. */
  ref: z.nullable(z.string()),
  /**
   * Set if the client is waited for first. `plannedAt` is the time (ISO) of one that waits for the end of quiet hours;
   * `isUnanswered` is set after as many as the firm sends.
   */
  reminder: z.nullable(
    z.object({ canSend: z.boolean(), plannedAt: z.nullable(z.string()), isUnanswered: z.boolean() }),
  ),
  phone: z.nullable(z.string()),
});
export type StuckClient = z.infer<typeof stuckClient>;

const days = z.nullable(z.number());

/** Null if the adviser's work was not counted yet. */
const count = z.nullable(z.number());

const figures = z.object({
  /** First and last day of the months, the last one today. */
  from: z.string(),
  to: z.string(),
  /** Days in top-level stages that were completed in these months. Fewer than five have no figure, but their values. */
  stages: z.array(
    z.object({
      stage: z.number(),
      title: z.string(),
      n: z.number(),
      median: days,
      /** Nine of ten took at most so long. */
      ninth: days,
      few: z.array(z.number()),
      before: z.object({ n: z.number(), median: days }),
    }),
  ),
  /** `median` and `few` are days from adding to completion. */
  months: z.array(
    z.object({
      month: z.string(),
      added: z.number(),
      completed: z.number(),
      median: days,
      few: z.array(z.number()),
    }),
  ),
  /** Work that several advisers have in hand; null in figures of one adviser. */
  people: z.nullable(
    z.array(
      z.object({
        adviserId: z.string(),
        adviserName: z.string(),
        active: count,
        stuck: count,
        open: count,
        overdue: count,
        review: count,
        chase: count,
        unread: count,
        help: count,
      }),
    ),
  ),
  /** Earliest time (ISO) at which one of them was counted; null if now, or none yet. A large firm's are counted on working days. */
  peopleAt: z.nullable(z.string()),
});
export type Figures = z.infer<typeof figures>;

const adviser = z.optional(z.string().check(z.regex(/^[\w-]{22}$/, 'This adviser does not exist')));

export const insightCalls = {
  'GET /api/insight/stuck': {
    reads: ['summary', 'lists', 'insight'],
    effect: 'none',
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    /** Advisers see their own clients, and admins those of all advisers or of one. */
    query: z.strictObject({ adviser }),
    returns: z.array(stuckClient),
  },
  'GET /api/insight': {
    reads: ['summary', 'lists', 'insight'],
    effect: 'none',
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    /** 3 months without `months`. */
    query: z.strictObject({ months: z.optional(oneOf(FIGURE_MONTHS, 'Choose 3, 6 or 12 months')), adviser }),
    returns: figures,
  },
} as const satisfies Calls;
