import type { Fields } from './field.ts';

export const PLAN_FIELDS = {
  provider: { label: 'Provider', logged: 'values', always: true },
  planType: { label: 'Plan type', logged: 'values', always: true },
  planNumber: { label: 'Plan number', logged: 'values', always: true },
  approxValuation: { label: 'Approx. valuation', logged: 'values' },
} as const satisfies Fields;
