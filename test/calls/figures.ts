import type * as contract from '#shared/contract/figures.ts';
import type { CallTests } from './call-test.ts';

export const figuresCalls = {
  'GET /api/insight': {
    cost: [2, 2],
    why: 'the owner of the figures is known with the caller; an admin’s: one more round',
  },
} satisfies CallTests<typeof contract.figuresCalls>;
