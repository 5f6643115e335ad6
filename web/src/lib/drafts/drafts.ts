import { createContext, use, useRef, useState } from 'react';
import { inTab } from '../storage/storage.ts';

const MARK = 'draft';

/** Storage key of a draft. `owner` is an account's id, or a client's in their portal. */
export const draftKey = (owner: string, name: string) => `${MARK}/${owner}/${name}`;

export const readDraft = (key: string): string => inTab((storage) => storage.getItem(key)) ?? '';

/** Stores a draft until the tab is closed; removes it if the text is empty. */
export const storeDraft = (key: string, text: string) =>
  inTab((storage) => (text ? storage.setItem(key, text) : storage.removeItem(key)));

export const dropDrafts = (gone: (owner: string) => boolean) =>
  inTab((storage) => {
    for (const key of Object.keys(storage)) {
      const [mark, owner = ''] = key.split('/');
      if (mark === MARK && gone(owner)) storage.removeItem(key);
    }
  });

const ENDED_AT = 'session-ended-at';
const HOUR_MS = 60 * 60_000;

/** Deletes all drafts of the tab an hour after the session ended. Returns a function that cancels this. */
export function expireDrafts(): () => void {
  const endedAt = Number(inTab((storage) => storage.getItem(ENDED_AT))) || Date.now();
  inTab((storage) => storage.setItem(ENDED_AT, String(endedAt)));
  const timer = setTimeout(() => dropDrafts(() => true), endedAt + HOUR_MS - Date.now());
  return () => clearTimeout(timer);
}

/** Cancels the expiry of drafts after sign-in. */
export const cancelDraftExpiry = () => inTab((storage) => storage.removeItem(ENDED_AT));

/** Id of the account or portal client whose drafts this page stores; undefined disables drafts. */
export const DraftOwner = createContext<string | undefined>(undefined);

export function useDraftKey(name: string | undefined) {
  const owner = use(DraftOwner);
  return owner && name && draftKey(owner, name);
}

export interface Draft {
  text: string;
  /** Changes the text; also stores it if the page has been left meanwhile. */
  type: (next: string | ((text: string) => string)) => void;
  /** Empties the field, but keeps the stored draft until the text is known to be sent. */
  take: () => void;
  isRestored: boolean;
}

/** Text that survives reloads until it is sent or deleted. `what` identifies the field. */
export function useDraft(name: string): Draft {
  const key = useDraftKey(name);
  const [text, setText] = useState(() => (key ? readDraft(key) : ''));
  const [isRestored, setRestored] = useState(text !== '');
  const now = useRef(text);
  const show = (next: string) => {
    now.current = next;
    setText(next);
    if (!next) setRestored(false);
  };
  return {
    text,
    type: (next) => {
      show(typeof next === 'string' ? next : next(now.current));
      if (key) storeDraft(key, now.current);
    },
    take: () => show(''),
    isRestored,
  };
}
