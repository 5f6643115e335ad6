import { createContext, use, useRef, useState } from 'react';
import { draftKey, keepDraft, readDraft } from '../../lib/storage/drafts.ts';

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
