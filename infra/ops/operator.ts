import type { EntryActor } from '#functions/services/audit-log/entry.ts';

/** Who a client's record names for what was done by command: nobody's account. */
export const OPERATOR: EntryActor = { kind: 'operator', id: 'operator', name: 'Operator' };
