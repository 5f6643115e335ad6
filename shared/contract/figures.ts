import * as z from 'zod/mini';
import { FIGURE_MONTHS } from '../rules/histograms.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { adviserFilter, oneOf } from './fields.ts';

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

export const figuresCalls = {
  'GET /api/insight': {
    reads: ['summary', 'lists', 'insight'],
    effect: 'none',
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    /** 3 months without `months`. */
    query: z.strictObject({
      months: z.optional(oneOf(FIGURE_MONTHS, 'Choose 3, 6 or 12 months')),
      adviser: adviserFilter,
    }),
    returns: figures,
  },
} as const satisfies Calls;
