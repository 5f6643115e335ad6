import * as z from 'zod/mini';
import { CLIENT_STATUSES } from '../rules/clients.ts';
import { OPEN_KINDS, WHO } from '../rules/open-kinds.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { adviserFilter } from './fields.ts';

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
  /** Set if the reason is a fact-find, which is settled on its own page. */
  asks: z.optional(z.literal('facts')),
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

export const stuckCalls = {
  'GET /api/insight/stuck': {
    reads: ['summary', 'lists', 'insight'],
    effect: 'none',
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    /** Advisers see their own clients, and admins those of all advisers or of one. */
    query: z.strictObject({ adviser: adviserFilter }),
    returns: z.array(stuckClient),
  },
} as const satisfies Calls;
