import type { Fields } from './field.ts';

export const REQUEST_FIELDS = {
  title: { logged: 'values', label: 'Title', always: true },
  /** Explains which documents count, in one or two sentences. */
  help: { logged: 'change' },
  stageId: { logged: 'values', label: 'Stage', as: 'stage' },
  /** London's day, `YYYY-MM-DD`. */
  dueDate: { logged: 'values', label: 'Due' },
  /** Why the client does not have the document, or has only some of it. Files may follow in the same attempt. */
  answer: { logged: 'apart' },
  /** Change that the client should make. */
  reason: { logged: 'apart' },
  waivedReason: { logged: 'apart', staffOnly: true },
} as const satisfies Fields;
