import type { Recorded } from '#functions/services/audit-log/entry.ts';

/** Who a client's record names for what was done by command: nobody's account. */
export const OPERATOR: Recorded = { kind: 'operator', id: 'operator', name: 'Operator' };
