import type { Fields } from './field.ts';

/** Staff's alone: clients see only what `toWaiting` names. The audit log says that a letter changed, not how. */
export const LOA_FIELDS = {
  scope: { logged: 'change', always: true },
  /** London's day, `YYYY-MM-DD`. */
  signedOn: { logged: 'change' },
  documentId: { logged: 'change' },
} as const satisfies Fields;
