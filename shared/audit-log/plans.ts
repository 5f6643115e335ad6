import * as z from 'zod/mini';
import { PLAN_TYPES } from '../rules/journey.ts';
import { changes, type Kind, kind, text } from './kind.ts';

const planData = z.object({
  provider: text,
  planNumber: text,
  planType: z.enum(PLAN_TYPES),
  approxValuation: z.optional(z.number()),
});
const valuation = (pounds: number | undefined) =>
  pounds === undefined ? '' : `, about £${pounds.toLocaleString('en-GB')}`;

export const planActions = {
  'plan-added': kind(
    [],
    planData,
    ({ planType, planNumber, provider, approxValuation }) =>
      `Added the ${planType} plan ${planNumber} with ${provider}${valuation(approxValuation)}`,
  ),
  'plan-changed': kind(
    [],
    z.object({ provider: text, planNumber: text, changes }),
    ({ planNumber, provider }) => `Changed the plan ${planNumber} with ${provider}`,
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'plan-deleted': kind([], planData, ({ planNumber, provider }) => `Deleted the plan ${planNumber} with ${provider}`),
} as const satisfies Record<string, Kind>;
