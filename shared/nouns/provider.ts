import type { Fields } from './field.ts';

export const PROVIDER_FIELDS = {
  phone: { logged: 'values', label: 'Phone' },
  email: { logged: 'values', label: 'Email' },
  post: { logged: 'values', label: 'Postal address', said: 'postal address' },
  portalUrl: { logged: 'values', label: 'Portal address', said: 'portal address' },
  takes: { logged: 'values', label: 'Takes', said: 'accepted signatures' },
  sameAs: { logged: 'values', label: 'Same as', said: 'other spelling' },
  notes: { logged: 'change' },
} as const satisfies Fields;
