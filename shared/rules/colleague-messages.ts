import { MAX_COVER_DAYS } from './lifetimes.ts';
import { MAX_COLLEAGUES } from './limits.ts';

// Apart from the other rules, because the schemas of the contract need it, which the login loads.

export const COLLEAGUE_MESSAGES = {
  missing: 'Choose somebody',
  unknown: 'This adviser does not exist',
  oneself: 'Choose somebody else',
  twice: 'This adviser is in the list already',
  order: 'The last day is before the first',
  past: 'Choose today or a later day',
  long: `${MAX_COVER_DAYS} days at most`,
  many: `Up to ${MAX_COLLEAGUES} advisers`,
  changed: 'Somebody changed this meanwhile. Reload to see it.',
} as const;
