/** `half-session` owes a second factor or password, `client-unconfirmed` a confirmation; `must-enrol` lacks a factor. */
export type Caller =
  | 'anonymous'
  | 'half-session'
  | 'client-unconfirmed'
  | 'client'
  | 'must-enrol'
  | 'adviser'
  | 'admin';

export const EVERYONE = ['anonymous', 'must-enrol', 'adviser', 'admin'] as const;
/** Includes accounts that must still set up a second factor. */
export const SIGNED_IN = ['must-enrol', 'adviser', 'admin'] as const;
export const HALF_SIGNED_IN = ['half-session'] as const;
export const ADVISERS = ['adviser', 'admin'] as const;
export const ADMINS = ['admin'] as const;
export const WITH_CLIENT = ['client', 'adviser', 'admin'] as const;
export const CLIENT_ONLY = ['client'] as const;
export const UNCONFIRMED = ['client-unconfirmed'] as const;
