import { useDraft as useTextDraft } from '../../lib/storage/drafts.ts';

/** What a text that was kept says; `none` where it says nothing. */
function parsed<T>(text: string, none: T): T {
  try {
    return text ? JSON.parse(text) : none;
  } catch {
    return none;
  }
}

/** What was changed before the page was opened: whether something else has been saved there since. */
export interface Restored {
  isOutdated: boolean;
}

/** A section as it is shown and will be saved: what was chosen or typed, over what is saved. */
export interface Draft<T> {
  shown: T;
  set: (change: Partial<T>) => void;
  reset: () => void;
  restored: Restored | undefined;
  /** True if something differs from what is saved. */
  isChanged: boolean;
}

/** What is changed, and what was saved when it was. */
interface Kept<T> {
  changed: Partial<T>;
  was: Partial<T>;
}

/** What of some changes differs from what is saved. */
const differing = <T extends object>(changed: Partial<T>, saved: Partial<T>) =>
  (Object.keys(changed) as (keyof T)[]).filter((name) => changed[name] !== saved[name]);

/** Changes to a section that is saved elsewhere, kept until they are saved or discarded: what nobody touched follows it. */
export function useDraft<T extends object>(what: string, saved: T): Draft<T> {
  const { text, type, isRestored } = useTextDraft(`settings/${what}`);
  const read = (kept: string) => parsed<Kept<T>>(kept, { changed: {}, was: {} });
  const { changed, was } = read(text);
  const isOutdated = differing(changed, saved).some((name) => was[name] !== saved[name]);
  return {
    shown: { ...saved, ...changed },
    set: (more) =>
      type((now) => {
        const before = read(now);
        const next: Kept<T> = { changed: { ...before.changed, ...more }, was: { ...saved, ...before.was } };
        return differing(next.changed, saved).length > 0 ? JSON.stringify(next) : '';
      }),
    reset: () => type(''),
    restored: isRestored ? { isOutdated } : undefined,
    isChanged: differing(changed, saved).length > 0,
  };
}

/** Days as they are going to be saved, and what changes them. */
export interface Days {
  /** Each once, in order, `YYYY-MM-DD`. */
  shown: string[];
  isNew: (day: string) => boolean;
  add: (day: string) => void;
  remove: (days: readonly string[]) => void;
  reset: () => void;
  /** True if they differ from what is saved. */
  isChanged: boolean;
  /** Whether they were changed before the page was opened. */
  isRestored: boolean;
}

interface Changes {
  added: readonly string[];
  removed: readonly string[];
}

const UNCHANGED: Changes = { added: [], removed: [] };

/**
 * Changes to a list of days that is saved elsewhere, kept until they are saved or discarded: they stay what they are where
 * that list changes meanwhile.
 */
export function useDays(saved: readonly string[]): Days {
  const { text, type, isRestored } = useTextDraft('settings/closed-days');
  const { added, removed } = parsed(text, UNCHANGED);
  const change = (next: Changes) => type(JSON.stringify(next));
  const shown = [...new Set([...saved, ...added])].filter((day) => !removed.includes(day)).sort();
  return {
    shown,
    isChanged: shown.join() !== saved.join(),
    isNew: (day) => !saved.includes(day),
    add: (day) => change({ added: [...added, day], removed: removed.filter((other) => other !== day) }),
    remove: (days) => change({ added: added.filter((other) => !days.includes(other)), removed: [...removed, ...days] }),
    reset: () => type(''),
    isRestored,
  };
}
