import * as z from 'zod/mini';
import { LOSS_CAPACITY, RISK_AGREED, RISK_LIMITS, RISK_TEXTS, RISK_TOOLS } from '../rules/risk.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { nullableText, pastDay, requiredLine } from './fields.ts';

const idsOf = <T extends Readonly<Record<string, string>>>(words: T, message: string) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]], message);

const given = {
  tool: idsOf(RISK_TOOLS, RISK_TEXTS.tool),
  /** London's day. */
  on: pastDay.check(z.refine((day) => day !== null && day !== '', 'Must be a date')),
  result: requiredLine(RISK_LIMITS.text, RISK_TEXTS.result),
  documentId: z.optional(
    z.nullable(z.string(RISK_TEXTS.document).check(z.regex(/^[\w-]{22}\.[\w.-]{1,60}$/, RISK_TEXTS.document))),
  ),
  agreed: idsOf(RISK_AGREED, RISK_TEXTS.agreed),
  /** Agreed level, and why it differs from the result. */
  level: z.optional(nullableText(RISK_LIMITS.text)),
  why: z.optional(nullableText(RISK_LIMITS.why)),
  capacity: idsOf(LOSS_CAPACITY, RISK_TEXTS.capacity),
  capacityWhy: z.optional(nullableText(RISK_LIMITS.why)),
};

const required = (field: 'level' | 'why') =>
  z.refine<{ agreed: string; level?: string | null | undefined; why?: string | null | undefined }>(
    (result) => result.agreed === 'same' || Boolean(result[field]),
    { path: [field], message: RISK_TEXTS[field] },
  );

export const newRiskResult = z
  .strictObject({
    version: z.int('Must be the version that was read'),
    /** Number of the person; the first one without it. */
    person: z.optional(z.int('Must be the number of a person')),
    ...given,
  })
  .check(required('level'), required('why'));
export type NewRiskResult = z.infer<typeof newRiskResult>;

const riskResult = z.object({
  tool: given.tool,
  on: z.string(),
  result: z.string(),
  documentId: z.nullable(z.string()),
  agreed: given.agreed,
  level: z.nullable(z.string()),
  why: z.nullable(z.string()),
  capacity: given.capacity,
  capacityWhy: z.nullable(z.string()),
  /** Name of the one who noted it, and when (ISO). */
  name: z.string(),
  at: z.string(),
});
export type RiskResult = z.infer<typeof riskResult>;

/** Results of the risk questionnaire of one person, oldest first. The newest counts, and none is edited. */
export const personRisk = z.object({
  person: z.number(),
  name: z.string(),
  version: z.number(),
  results: z.array(riskResult),
});
export type PersonRisk = z.infer<typeof personRisk>;

const ofClient = { lambda: 'factfind', allow: ADVISERS, about: 'client', effect: 'none', status: 200 } as const;

export const riskCalls = {
  'GET /api/clients/{id}/risk': { reads: 'risk', ...ofClient, returns: z.array(personRisk) },
  'PATCH /api/clients/{id}/risk': {
    changes: ['summary', 'risk'],
    ...ofClient,
    body: newRiskResult,
    returns: personRisk,
  },
} as const satisfies Calls;
