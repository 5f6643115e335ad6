import { dropDrafts } from '../storage/drafts.ts';

/** Something that is told to whoever listens; `on` gives the way to stop. */
export function signal<T = void>() {
  const listeners = new Set<(what: T) => void>();
  return {
    on: (listener: (what: T) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (what: T) => {
      for (const listener of listeners) listener(what);
    },
  };
}

/** That the session turns out to be over, in this tab or another. */
export const sessionLost = signal();
/** That a second factor has to be set up before anything else. */
export const enrolmentDue = signal();
/** That somebody has signed out in this tab, by the account's id. */
export const signedOut = signal<string | undefined>();

/** What was changed in this tab: by which call, and with what. */
export const changedHere = signal<{ call: string; sent: unknown }>();
/** What an account changed in another tab of this browser: by which call, and of which client where it was of one. */
export interface Elsewhere {
  account: string;
  call: string;
  client: string | undefined;
}
/** See {@link Elsewhere}. */
export const changedElsewhere = signal<Elsewhere>();

const otherTabs = new BroadcastChannel('session');
const forget = (account: string | undefined) => dropDrafts((owner) => owner === account);

otherTabs.onmessage = ({ data }) => {
  if (typeof data === 'object') return changedElsewhere.tell(data);
  forget(data);
  sessionLost.tell();
};
signedOut.on((account) => {
  forget(account);
  otherTabs.postMessage(account);
});

/** Says to the other tabs what an account changed here. */
export const tellOtherTabs = (change: Elsewhere) => otherTabs.postMessage(change);
