import type { Fields } from './field.ts';

export const TASK_FIELDS = {
  title: { label: 'Title', logged: 'values', always: true },
  description: { label: 'Description', logged: 'change' },
  stageId: { label: 'Stage', logged: 'values', as: 'stage' },
  responsibility: { label: 'For', logged: 'values', always: true },
  dueDate: { label: 'Due', logged: 'values' },
  adviserNotes: { label: 'Adviser’s notes', logged: 'change', staffOnly: true },
  clientNotes: { label: 'Client’s notes', logged: 'apart' },
} as const satisfies Fields;
