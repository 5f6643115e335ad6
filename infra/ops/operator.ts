import type { EntryActor } from '#functions/services/audit-log/entry.ts';

/** Actor in the audit entries of commands; has no account. */
export const OPERATOR: EntryActor = { kind: 'operator', id: 'operator', name: 'Operator' };
