import type { Fields } from './field.ts';

export const PLAN_FIELDS = {
  provider: { logged: 'values', label: 'Provider', always: true },
  planType: { logged: 'values', label: 'Plan type', always: true },
  planNumber: { logged: 'values', label: 'Plan number', always: true },
  approxValuation: { logged: 'values', label: 'Approx. valuation' },
} as const satisfies Fields;
