import { mutationOptions } from '@tanstack/react-query';
import type { Account } from '#shared/contract/account.ts';
import type { MailPreferences } from '#shared/contract/notifications.ts';
import { sortByName } from '#shared/rules/search.ts';
import { call } from '../../lib/http/api.ts';
import { queryClient, read } from '../../lib/query/query.ts';
import { sayAllDays } from '../../parts/account/works.ts';
import { adviserChange, effectOf, runChange } from '../../parts/refreshes.ts';

/** Browsers in which the adviser is signed in, the current one first. */
export const sessionsQuery = read('GET /api/account/sessions');

export const preferencesQuery = read('GET /api/account/notifications');

/** Everybody else with an account, by name. */
export const colleaguesQuery = {
  ...read('GET /api/account/colleagues'),
  select: (colleagues: { id: string; name: string }[]) => sortByName(colleagues, ({ name }) => name),
};

/** Names a colleague who covers, instead of any other. Pending until the page shows the cover. */
export const saveCover = adviserChange('PATCH /api/account/cover', {
  success: {
    title: 'Cover Saved',
    describe: (answer) => {
      const { cover } = answer as Pick<Account, 'cover'>;
      return cover ? `${cover.name} sees your clients ${sayAllDays(cover)}.` : undefined;
    },
  },
  failure: { title: 'Error', description: 'Failed to save cover', server: true },
  waits: true,
});

export const removeCover = adviserChange('PATCH /api/account/cover', {
  success: { title: 'Cover Removed' },
  failure: { title: 'Error', description: 'Failed to remove the cover', server: true },
  waits: true,
});

/** Group of notices, or the Monday list, with one email preference. */
export type MailGroup = keyof MailPreferences;
export type Choice = MailPreferences[MailGroup];

export const CHOICES: Record<Choice, string> = {
  now: 'At once',
  daily: 'Once a day',
  weekly: 'Weekly',
  off: 'Off',
};

/** Sets when a group is emailed. Choices are sent one after the other, so that the last one wins. */
export const choose = (group: MailGroup, label: string) => ({
  ...adviserChange('PATCH /api/account/notifications', {
    success: {
      title: 'Preference Saved',
      describe: (answer) => `${label}: ${CHOICES[(answer as MailPreferences)[group]].toLowerCase()}`,
    },
    failure: { title: 'Error', description: 'Failed to save your preference', server: true },
    waits: true,
  }),
  scope: { id: 'preferences' },
});

/** Changes the name, and requests a new email, which both mailboxes have to confirm. */
export const changeDetails = adviserChange('PATCH /api/account', {
  success: {
    title: 'Details Saved',
    describe: (answer) =>
      (answer as Account).emailChange ? 'Open the links that we emailed to your old and your new address.' : undefined,
  },
  failure: { title: 'Error', description: 'Failed to save your details', server: true },
  waits: true,
});

export const sendLinksAgain = adviserChange('PATCH /api/account', {
  success: { title: 'Links Sent', description: 'Older links no longer work.' },
  failure: { title: 'Error', description: 'Failed to send the links', server: true },
  waits: true,
});

export const cancelEmailChange = adviserChange('PATCH /api/account', {
  success: { title: 'Change Cancelled', description: 'Your email address stays as it is.' },
  failure: { title: 'Error', description: 'Failed to cancel the change', server: true },
  waits: true,
});

export const changePassword = adviserChange('POST /api/account/password', {
  success: { title: 'Password Changed', description: 'You have been signed out in all other browsers.' },
  failure: { title: 'Error', description: 'Failed to change your password', server: true },
});

export const endOtherSessions = adviserChange('DELETE /api/account/sessions', {
  success: { title: 'Signed Out', description: 'All other browsers have been signed out.' },
  failure: { title: 'Error', description: 'Failed to sign out the other browsers', server: true },
  waits: true,
});

/** Offers to sign out other browsers, if any: they stay signed in without the new factor. */
const offerToEndOthers = () => {
  const sessions = queryClient.getQueryData(sessionsQuery.queryKey) ?? [];
  if (sessions.every(({ current }) => current)) return {};
  return { action: { label: 'Sign Out All Others', onClick: () => void runChange(endOtherSessions, {}) } };
};

/** Creates a passkey in the browser and saves it under a name. */
export const addPasskey = mutationOptions({
  mutationFn: async (name: string) => {
    const { makePasskey } = await import('../../parts/account/passkeys.ts');
    const passkey = { ...(await makePasskey(await call('POST /api/account/passkeys/options'))) };
    return call('POST /api/account/passkeys', { body: { name, passkey } });
  },
  meta: {
    success: { title: 'Passkey Added', description: 'You can now sign in with it.', offer: offerToEndOthers },
    failure: { title: 'Error', description: 'Failed to add the passkey', server: true },
    effect: effectOf('POST /api/account/passkeys'),
    waits: true,
  },
});

export const renamePasskey = adviserChange('PATCH /api/account/passkeys/{id}', {
  success: { title: 'Passkey Renamed' },
  failure: { title: 'Error', description: 'Failed to rename the passkey', server: true },
  waits: true,
});

export const removePasskey = adviserChange('DELETE /api/account/passkeys/{id}', {
  success: { title: 'Passkey Removed', description: 'It can no longer be used to sign in.', offer: offerToEndOthers },
  failure: { title: 'Error', description: 'Failed to remove the passkey', server: true },
  waits: true,
});

/** Returns the secret of a new authenticator app, which is valid once confirmed. */
export const beginTotp = adviserChange('POST /api/account/totp', {
  failure: { title: 'Error', description: 'Failed to start setting up the authenticator app', server: true },
});

export const confirmTotp = adviserChange('POST /api/account/totp/confirm', {
  success: {
    title: 'Authenticator App Set Up',
    description: 'You will need a code from it to sign in with your password.',
    offer: offerToEndOthers,
  },
  failure: { title: 'Error', description: 'Failed to set up the authenticator app', server: true },
  waits: true,
});

export const removeTotp = adviserChange('DELETE /api/account/totp', {
  success: {
    title: 'Authenticator App Removed',
    description: 'You will no longer need its codes to sign in.',
    offer: offerToEndOthers,
  },
  failure: { title: 'Error', description: 'Failed to remove the authenticator app', server: true },
  waits: true,
});

/** Creates recovery codes; the old ones become invalid. */
export const makeRecoveryCodes = adviserChange('POST /api/account/recovery-codes', {
  failure: { title: 'Error', description: 'Failed to make recovery codes', server: true },
  waits: true,
});

export const endSession = adviserChange('DELETE /api/account/sessions/{id}', {
  success: { title: 'Signed Out', description: 'That browser has been signed out.' },
  failure: { title: 'Error', description: 'Failed to sign out that browser', server: true },
  waits: true,
});
