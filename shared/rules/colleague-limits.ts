// Apart from the other rules, because the schemas of the contract need it, which the login loads.

/** Advisers that one person can work with, and people who can work with one adviser. */
export const MAX_COLLEAGUES = 20;

/** Longest time that an adviser can let a colleague cover for them: the end of a season, not of a job. */
export const MAX_COVER_DAYS = 90;

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
