import type { Fields } from './field.ts';

export const TASK_FIELDS = {
  title: { logged: 'values', label: 'Title', always: true },
  description: { logged: 'change' },
  stageId: { logged: 'values', label: 'Stage', as: 'stage' },
  responsibility: { logged: 'values', label: 'For', always: true },
  dueDate: { logged: 'values', label: 'Due' },
  adviserNotes: { logged: 'change', staffOnly: true },
  clientNotes: { logged: 'apart' },
} as const satisfies Fields;
