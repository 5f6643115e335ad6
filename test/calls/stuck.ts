import type * as contract from '#shared/contract/stuck.ts';
import type { CallTests } from './call-test.ts';

export const stuckCalls = {
  'GET /api/insight/stuck': { cost: [5, 1] },
} satisfies CallTests<typeof contract.stuckCalls>;
