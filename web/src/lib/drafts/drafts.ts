import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DRAFT_DAYS, SESSION, STAFF_DRAFT_HOURS } from '#shared/rules/lifetimes.ts';
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts';
import { keep, keptKeys, onKeptElsewhere, readKept } from '../storage/storage.ts';

const MARK = 'draft';
const KEPT_MS = DRAFT_DAYS * DAY_MS;
const STAFF_KEPT_MS = STAFF_DRAFT_HOURS * HOUR_MS;

/** Mark of answers that the next visit sends. They are kept longer, as nobody sees that they are left. */
const UNSENT = '/factfind/';
const UNSENT_KEPT_MS = 4 * KEPT_MS;
const STAFF = 'staff/';
export const staffOwner = (accountId: string) => STAFF + accountId;
/** Owner of what a person types in a client's portal, also under a renewed link. */
export const clientOwner = (personId: string) => `client/${personId}`;
export const isStaff = (owner: string) => owner.startsWith(STAFF);

/** Storage key of a draft. */
export const draftKey = (owner: string, name: string) => `${MARK}/${owner}/${name}`;

/** A stored draft is the time of its last change, a space and the text. */
const changedAt = (stored: string) => Number.parseInt(stored, 10);
const textIn = (stored: string | null) => stored?.slice(stored.indexOf(' ') + 1) ?? '';

export const readDraft = (key: string): string => textIn(readKept(key));

/** Stores a draft beyond the tab; removes it if the text is empty. */
export const storeDraft = (key: string, text: string) => keep(key, text && `${Date.now()} ${text}`);

const ownerOf = (key: string) => key.split('/').slice(1, 3).join('/');
const draftKeys = () => keptKeys().filter((key) => key.startsWith(`${MARK}/`));

/** Returns the drafts of an owner by name. */
export const draftsOf = (owner: string): Map<string, string> => {
  const start = draftKey(owner, '');
  const keys = draftKeys().filter((key) => key.startsWith(start));
  return new Map(keys.map((key) => [key.slice(start.length), readDraft(key)]));
};

export const dropDrafts = (gone: (owner: string) => boolean) => {
  for (const key of draftKeys()) if (gone(ownerOf(key))) keep(key, '');
};

/** Deletes what other staff typed over an hour ago. Newer text may be on a page that is still open. */
export const dropOlderDrafts = (owner: string) => {
  for (const key of draftKeys())
    if (isStaff(ownerOf(key)) && ownerOf(key) !== owner && Date.now() - changedAt(readKept(key) ?? '') >= STAFF_KEPT_MS)
      keep(key, '');
};

const SEEN_AT = 'session-seen-at';
const sinceSession = () => Date.now() - Number(readKept(SEEN_AT));

/** Notes that there is a session, or that its end was just noticed. */
export const noteSession = () => void keep(SEEN_AT, String(Date.now()));

/** Deletes the drafts of staff an hour after their session ended. Returns a function that cancels this. */
export function expireStaffDrafts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    // Another tab may have signed in meanwhile.
    const left = STAFF_KEPT_MS - sinceSession();
    if (left > 0) timer = setTimeout(look, left);
    else dropDrafts(isStaff);
  };
  look();
  return () => clearTimeout(timer);
}

/** Deletes drafts that are too old, and those of staff whose session must have ended over an hour ago. */
export function expireDrafts() {
  for (const key of draftKeys())
    if (Date.now() - changedAt(readKept(key) ?? '') >= (key.includes(UNSENT) ? UNSENT_KEPT_MS : KEPT_MS)) keep(key, '');
  if (sinceSession() >= SESSION.ms + STAFF_KEPT_MS) dropDrafts(isStaff);
}

/** Owner of the drafts that this page stores; undefined disables drafts. */
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
  /** Removes a text that was sent, and keeps what was typed meanwhile. */
  sent: (text: string) => void;
  isRestored: boolean;
}

/** Joins what two tabs typed into one field at the same time. */
const joined = (theirs: string, own: string) => (own.includes(theirs) ? own : `${theirs}\n${own}`.trimEnd());

/**
 * Text that is kept until it is sent or deleted. The same field of another tab follows. `combine` joins their changes if
 * both typed.
 */
export function useDraft(name: string, combine = joined): Draft {
  const key = useDraftKey(name);
  const [text, setText] = useState(() => (key ? readDraft(key) : ''));
  const [isRestored, setRestored] = useState(text !== '');
  const now = useRef(text);
  /** Text that this tab last stored or read. */
  const known = useRef(text);
  const show = (next: string) => {
    now.current = next;
    setText(next);
    if (!next) setRestored(false);
  };
  const store = (next: string) => {
    show(next);
    if (key) storeDraft(key, next);
    known.current = next;
  };
  const follow = useEffectEvent(() => {
    const [stored, own, before] = [key ? readDraft(key) : '', now.current, known.current];
    if (stored === before) return;
    // Text typed here stays, although the other tab has sent or deleted its text.
    if (own !== '' && own !== before) return store(stored ? combine(stored, own) : own);
    known.current = stored;
    show(stored);
    setRestored(stored !== '');
  });
  useEffect(() => (key ? onKeptElsewhere(key, () => follow()) : undefined), [key]);
  const type: Draft['type'] = (next) => {
    const typed = typeof next === 'string' ? next : next(now.current);
    // Differs if a change of another tab was not noticed, as by a page that was frozen.
    const stored = key ? readDraft(key) : '';
    store(stored && stored !== known.current ? combine(stored, typed) : typed);
  };
  return {
    text,
    type,
    take: () => show(''),
    sent: (text) => type((typed) => (typed.startsWith(text) ? typed.slice(text.length).trimStart() : typed)),
    isRestored,
  };
}
