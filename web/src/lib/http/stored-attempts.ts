import { keep, keptKeys, readKept } from '../storage/storage.ts';

/** Storage prefixes: staff and clients may use one browser, and a sign-out clears only the keys of staff. */
export const ATTEMPTS = { staff: 'attempt/', client: 'portal-attempt/' } as const;
export type AttemptOwner = keyof typeof ATTEMPTS;

/** Forgets the keys of all attempts, or of those whose stored key and time match. */
export function forgetAttempts(sender: AttemptOwner, matches: (stored: string) => boolean = () => true): void {
  for (const name of keptKeys()) if (name.startsWith(ATTEMPTS[sender]) && matches(readKept(name) ?? '')) keep(name, '');
}
