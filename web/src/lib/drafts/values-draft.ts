import { parsed } from '../storage/storage.ts';
import { useDraft } from './drafts.ts';
import type { Restored } from './form-draft.ts';

/** Saved values with unsaved changes applied. */
export interface ValuesDraft<T> {
  shown: T;
  set: (change: Partial<T>) => void;
  reset: () => void;
  restored: Restored | undefined;
  isChanged: boolean;
}

/** Changed values, and the saved values at that time. */
interface StoredDraft<T> {
  changed: Partial<T>;
  was: Partial<T>;
}

/** Returns the names of changes that differ from the saved values. */
const differing = <T extends object>(changed: Partial<T>, saved: Partial<T>) =>
  (Object.keys(changed) as (keyof T)[]).filter((name) => changed[name] !== saved[name]);

/** Two tabs' changes cannot be joined, so the last one counts. */
const last = (_theirs: string, own: string) => own;

/** Keeps unsaved changes. Untouched fields follow the saved values. */
export function useValuesDraft<T extends object>(name: string, saved: T): ValuesDraft<T> {
  const { text, type, isRestored } = useDraft(name, last);
  const read = (kept: string) => parsed<StoredDraft<T>>(kept, { changed: {}, was: {} });
  const { changed, was } = read(text);
  const isOutdated = differing(changed, saved).some((name) => was[name] !== saved[name]);
  return {
    shown: { ...saved, ...changed },
    set: (more) =>
      type((now) => {
        const before = read(now);
        const next: StoredDraft<T> = { changed: { ...before.changed, ...more }, was: { ...saved, ...before.was } };
        return differing(next.changed, saved).length > 0 ? JSON.stringify(next) : '';
      }),
    reset: () => type(''),
    restored: isRestored ? { isOutdated } : undefined,
    isChanged: differing(changed, saved).length > 0,
  };
}

/** Saved list with unsaved changes applied. */
export interface ListDraft {
  /** Unique and sorted. */
  shown: string[];
  isNew: (item: string) => boolean;
  add: (item: string) => void;
  remove: (items: readonly string[]) => void;
  reset: () => void;
  isChanged: boolean;
  /** True if the changes are from an earlier visit. */
  isRestored: boolean;
}

interface Changes {
  added: readonly string[];
  removed: readonly string[];
}

const UNCHANGED: Changes = { added: [], removed: [] };

/** Keeps unsaved additions and removals, and applies them to the saved list even after it changes. */
export function useListDraft(name: string, saved: readonly string[]): ListDraft {
  const { text, type, isRestored } = useDraft(name, last);
  const { added, removed } = parsed(text, UNCHANGED);
  const change = (next: Changes) => type(JSON.stringify(next));
  const shown = [...new Set([...saved, ...added])].filter((item) => !removed.includes(item)).sort();
  return {
    shown,
    isChanged: shown.join() !== saved.join(),
    isNew: (item) => !saved.includes(item),
    add: (item) => change({ added: [...added, item], removed: removed.filter((other) => other !== item) }),
    remove: (items) =>
      change({ added: added.filter((other) => !items.includes(other)), removed: [...removed, ...items] }),
    reset: () => type(''),
    isRestored,
  };
}
