import { inBrowser } from '../storage/storage.ts';

/** Storage prefixes: staff and clients may use one browser, and a sign-out clears only the keys of staff. */
export const ATTEMPTS = { staff: 'attempt/', client: 'portal-attempt/' } as const;
export type Sender = keyof typeof ATTEMPTS;

export const forgetAttempts = (sender: Sender) =>
  inBrowser((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(ATTEMPTS[sender])) storage.removeItem(name);
  });
