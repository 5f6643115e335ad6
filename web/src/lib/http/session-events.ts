import { dropDrafts, isStaff, staffOwner } from '../drafts/drafts.ts';
import { forgetStaffUploads } from '../storage/unfinished-uploads.ts';
import { forgetAttempts } from './stored-attempts.ts';

/** Returns an event; `on` subscribes to it and returns a function that unsubscribes. */
export function signal<T = void>() {
  const listeners = new Set<(value: T) => void>();
  return {
    on: (listener: (value: T) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (value: T) => {
      for (const listener of listeners) listener(value);
    },
  };
}

export const sessionLost = signal();
/** A second factor has to be set up first. */
export const enrolmentDue = signal();
/** Sign-out in this tab, with the account's id. */
export const signedOut = signal<string | undefined>();

export const changedHere = signal<{ call: string; sent: unknown }>();
/** A change that an account made in another tab of this browser, with its client if it concerned one. */
export interface RemoteChange {
  account: string;
  call: string;
  client: string | undefined;
}
export const changedElsewhere = signal<RemoteChange>();

export interface Account {
  id: string;
  name: string;
}
/** Sign-in in this tab. */
export const signedIn = signal<Account>();
/** Another account is signed in now than the one of this page; without it if only the server noticed. */
export const accountReplaced = signal<Account | undefined>();

/** Account that this page belongs to: the first one that it read or signed in. The login screen resets it. */
export const pageOwner: { id?: string | undefined } = {};

const otherTabs = new BroadcastChannel('session');
const dropDraftsOf = (account: string | undefined) =>
  dropDrafts((owner) => (account === undefined ? isStaff(owner) : owner === staffOwner(account)));

otherTabs.onmessage = ({ data }) => {
  if (typeof data === 'object' && 'signedIn' in data) {
    if (pageOwner.id && pageOwner.id !== data.signedIn.id) accountReplaced.emit(data.signedIn);
    return;
  }
  if (typeof data === 'object') return changedElsewhere.emit(data);
  dropDraftsOf(data);
  sessionLost.emit();
};
signedOut.on((account) => {
  dropDraftsOf(account);
  forgetStaffUploads();
  forgetAttempts('staff');
  otherTabs.postMessage(account);
});

export const notifyOtherTabs = (change: RemoteChange) => otherTabs.postMessage(change);
signedIn.on(({ id, name }) => {
  pageOwner.id = id;
  otherTabs.postMessage({ signedIn: { id, name } });
});
