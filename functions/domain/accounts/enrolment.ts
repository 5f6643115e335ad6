import type { Settings } from '../../services/settings.ts';
import { type AdviserItem, hasSecondFactor } from './account.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * When everything but setting up a second factor closes to an account; `undefined` where it has one, or needs none. The days of
 * grace count from when the firm required it, or the account was made.
 */
export function closesAt(
  account: Pick<AdviserItem, 'totp' | 'passkeys' | 'createdAt'>,
  { staff, since }: Pick<Settings, 'staff' | 'since'>,
): Date | undefined {
  if (staff.secondFactor !== 'required' || hasSecondFactor(account)) return undefined;
  const begins = Math.max(...[since.secondFactor, account.createdAt].map((at) => (at ? Date.parse(at) : 0)));
  return new Date(begins + staff.graceDays * DAY_MS);
}

/** Whether an account has to set up a second factor before anything else. */
export const mustEnrol = (
  account: Pick<AdviserItem, 'totp' | 'passkeys' | 'createdAt'>,
  settings: Pick<Settings, 'staff' | 'since'>,
  now: Date,
): boolean => {
  const closes = closesAt(account, settings);
  return closes !== undefined && closes <= now;
};
