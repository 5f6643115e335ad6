import { useDraft as useTextDraft } from '../../lib/storage/drafts.ts';

/** Parses a stored draft. Returns `none` if it is empty or invalid. */
function parsed<T>(text: string, none: T): T {
  try {
    return text ? JSON.parse(text) : none;
  } catch {
    return none;
  }
}

/** Draft from an earlier visit; outdated if other values were saved since. */
export interface Restored {
  isOutdated: boolean;
}

/** Section with unsaved changes applied to the saved values. */
export interface SettingsDraft<T> {
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

/** Keeps unsaved changes of a section. Untouched fields follow the saved values. */
export function useSettingsDraft<T extends object>(name: string, saved: T): SettingsDraft<T> {
  const { text, type, isRestored } = useTextDraft(`settings/${name}`);
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

/** List of days with unsaved changes applied. */
export interface Days {
  /** Unique and sorted, `YYYY-MM-DD`. */
  shown: string[];
  isNew: (day: string) => boolean;
  add: (day: string) => void;
  remove: (days: readonly string[]) => void;
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

/** Keeps unsaved additions and removals of days, and applies them to the saved list even after it changes. */
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
