import * as z from 'zod/mini';
import { PLAN_TYPES, STAGE_STATUSES } from '../rules/journey.ts';
import { LIMITS, PROVIDER_LIMITS } from '../rules/limits.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { displayedName, flag, moment, oneOf, requiredLine, wholePounds } from './fields.ts';

const stageFields = z.object({
  id: z.string(),
  clientId: z.string(),
  stageNumber: z.number(),
  parentStageId: z.nullable(z.string()),
  title: z.string(),
  status: z.enum(STAGE_STATUSES),
  notRequired: z.boolean(),
  completedAt: z.nullable(z.string()),
  inProgressAt: z.nullable(z.string()),
  /** ISO time of the meeting that a sub-stage such as 1.1 books. */
  bookedFor: z.nullable(z.string()),
  documentCount: z.number(),
  duration: z.nullable(z.string()),
});

export const stage = z.extend(stageFields, {
  get subStages() {
    return z.array(stage);
  },
});

export type Stage = z.infer<typeof stage>;

const stageChange = z
  .strictObject({
    status: z.optional(oneOf(STAGE_STATUSES)),
    notRequired: z.optional(flag),
    /** Alone or with `status`, and only of sub-stages that book a meeting. */
    bookedFor: z.optional(z.nullable(moment)),
  })
  .check(
    z.refine(({ status, notRequired, bookedFor }) => {
      const sent = [status, notRequired].filter((part) => part !== undefined).length;
      return sent === 1 || (sent === 0 && bookedFor !== undefined);
    }, 'Send either status or notRequired'),
  );

export type StageChange = z.infer<typeof stageChange>;

/** `approxValuation` in whole pounds. */
export const plan = z.object({
  id: z.string(),
  clientId: z.string(),
  stageId: z.string(),
  provider: z.string(),
  planType: z.enum(PLAN_TYPES),
  planNumber: z.string(),
  approxValuation: z.nullable(z.number()),
  /** Letter of authority that is under way, or was the last; null if none. */
  loaId: z.nullable(z.string()),
  /** Row of the fact-find from which it was added: "pensions.2/k3x9a0bc"; null if none. */
  factfindRow: z.nullable(z.string()),
  createdAt: z.string(),
});

export type Plan = z.infer<typeof plan>;

const planFields = z.strictObject({
  provider: displayedName(PROVIDER_LIMITS.name, 'Provider is required'),
  planType: oneOf(PLAN_TYPES, 'Please select a plan type'),
  planNumber: requiredLine(LIMITS.text, 'Plan number is required'),
  approxValuation: z.optional(z.nullable(wholePounds())),
});

const NO_ROW = 'Unknown row of the fact-find';

export const newPlan = z.extend(planFields, {
  factfindRow: z.optional(z.nullable(z.string(NO_ROW).check(z.regex(/^[a-z]{2,20}(\.\d{1,3})?\/[\w-]{8}$/, NO_ROW)))),
});

export type NewPlan = z.infer<typeof newPlan>;

export const planChange = z.partial(planFields);

export type PlanChange = z.infer<typeof planChange>;

export const cesdSignature = z.object({
  id: z.string(),
  clientId: z.string(),
  documentId: z.nullable(z.string()),
  signed: z.boolean(),
  signedAt: z.nullable(z.string()),
});

export type CesdSignature = z.infer<typeof cesdSignature>;

const ofClient = { lambda: 'stages', allow: ADVISERS, about: 'client' } as const;
const ofPlan = { lambda: 'plans', allow: ADVISERS, about: 'child' } as const;

export const journeyCalls = {
  'GET /api/clients/{id}/stages': {
    reads: 'stages',
    effect: 'none',
    ...ofClient,
    status: 200,
    returns: z.array(stage),
  },
  'POST /api/clients/{id}/stages/reset': {
    changes: ['summary', 'stages'],
    effect: 'final',
    ...ofClient,
    status: 200,
    returns: z.array(stage),
  },
  'PATCH /api/stages/{stageId}': {
    changes: ['summary', 'stages'],
    effect: 'none',
    lambda: 'stages',
    allow: ADVISERS,
    about: 'child',
    status: 200,
    body: stageChange,
    returns: stage,
  },
  'GET /api/stages/{stageId}/plans': { reads: 'plans', effect: 'none', ...ofPlan, status: 200, returns: z.array(plan) },
  'POST /api/stages/{stageId}/plans': {
    changes: ['summary', 'plans'],
    effect: 'none',
    ...ofPlan,
    status: 201,
    body: newPlan,
    returns: plan,
  },
  'PATCH /api/plans/{id}': {
    changes: ['summary', 'plans', 'loas'],
    effect: 'none',
    ...ofPlan,
    status: 200,
    body: planChange,
    returns: plan,
  },
  'DELETE /api/plans/{id}': { changes: ['summary', 'plans', 'loas'], effect: 'none', ...ofPlan, status: 204 },
} as const satisfies Calls;
