import type * as contract from '#shared/contract/today.ts';
import type { CallTests } from './call-test.ts';

export const todayCalls = {
  'GET /api/today': { cost: [6, 1] },
} satisfies CallTests<typeof contract.todayCalls>;
