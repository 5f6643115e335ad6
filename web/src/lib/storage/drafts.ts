import { createContext, use, useRef, useState } from 'react';
import { inTab } from './storage.ts';

const MARK = 'draft';

/** The address of a draft: whose it is (an account, or the client of a portal), and what it is of. */
export const draftKey = (owner: string, what: string) => `${MARK}/${owner}/${what}`;

/** What was typed and not sent before; empty where nothing was. */
export const readDraft = (key: string): string => inTab((storage) => storage.getItem(key)) ?? '';

/** Keeps what is typed for as long as the tab is open; nothing where it is empty. */
export const keepDraft = (key: string, text: string) =>
  inTab((storage) => (text ? storage.setItem(key, text) : storage.removeItem(key)));

/** Forgets all drafts of those who are `gone`, by their id. */
export const dropDrafts = (gone: (owner: string) => boolean) =>
  inTab((storage) => {
    for (const key of Object.keys(storage)) {
      const [mark, owner = ''] = key.split('/');
      if (mark === MARK && gone(owner)) storage.removeItem(key);
    }
  });

const ENDED_AT = 'session-ended-at';
const HOUR_MS = 60 * 60_000;

/** Drops all drafts of the tab an hour after nobody was signed in any more. Returns a function that stops waiting. */
export function expireDrafts(): () => void {
  const endedAt = Number(inTab((storage) => storage.getItem(ENDED_AT))) || Date.now();
  inTab((storage) => storage.setItem(ENDED_AT, String(endedAt)));
  const timer = setTimeout(() => dropDrafts(() => true), endedAt + HOUR_MS - Date.now());
  return () => clearTimeout(timer);
}

/** Keeps drafts for as long as the tab is open, as somebody is signed in. */
export const keepDrafts = () => inTab((storage) => storage.removeItem(ENDED_AT));

/** Whose drafts are kept on this page, by id: an account's, or those of the client of a portal. Nobody's where there is none. */
export const DraftOwner = createContext<string | undefined>(undefined);

/** The address of a draft; `undefined` where none is kept. */
export function useDraftKey(what: string | undefined) {
  const owner = use(DraftOwner);
  return owner && what && draftKey(owner, what);
}

/** A text while it is typed. */
export interface Draft {
  text: string;
  /** Changes it, also where the page has been left by now. */
  type: (next: string | ((text: string) => string)) => void;
  /** Empties the field, but keeps the text for as long as it is not known whether it was sent. */
  take: () => void;
  /** Whether it was typed before the page was opened. */
  isRestored: boolean;
}

/** A text that stays until it is sent or taken away, whatever happens to the page meanwhile. `what` says what it is of. */
export function useDraft(what: string): Draft {
  const key = useDraftKey(what);
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
      if (key) keepDraft(key, now.current);
    },
    take: () => show(''),
    isRestored,
  };
}
