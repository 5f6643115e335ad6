import { mayHold } from './bloom-filter.ts';

/**
 * Whether a password is a common one, in whatever case; of others, one in 10 000 seems to be. The list is loaded when the
 * first password is asked about.
 */
export async function isCommon(password: string): Promise<boolean> {
  const { default: filter } = await import('./common-password-filter.ts');
  return mayHold(filter, password.toLowerCase());
}
