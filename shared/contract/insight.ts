import * as z from 'zod/mini';
import { STUCK_REASONS, WAITING_FOR } from '../rules/chase/stuck.ts';
import { CLIENT_STATUSES } from '../rules/clients.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';

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
  waitingFor: z.enum(WAITING_FOR),
  reason: z.enum(STUCK_REASONS),
  text: z.string(),
  /** Id of the task, request or letter that the text is about. */
  ref: z.nullable(z.string()),
});
export type StuckClient = z.infer<typeof stuckClient>;

export const insightCalls = {
  'GET /api/insight/stuck': {
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    /** Advisers see their own clients, and admins those of all advisers or of one. */
    query: z.strictObject({
      adviser: z.optional(z.string().check(z.regex(/^[\w-]{22}$/, 'This adviser does not exist'))),
    }),
    returns: z.array(stuckClient),
  },
} as const satisfies Calls;
