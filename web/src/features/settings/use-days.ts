import { useDraft } from '../../ui/form/draft.ts';
import { parsed } from './parsed.ts';

/** Days as they are going to be saved, and what changes them. */
export interface Days {
  /** Each once, in order, `YYYY-MM-DD`. */
  shown: string[];
  isNew: (day: string) => boolean;
  add: (day: string) => void;
  remove: (days: readonly string[]) => void;
  reset: () => void;
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
  const { text, type, isRestored } = useDraft('settings/closed-days');
  const { added, removed } = parsed(text, UNCHANGED);
  const change = (next: Changes) => type(JSON.stringify(next));
  return {
    shown: [...new Set([...saved, ...added])].filter((day) => !removed.includes(day)).sort(),
    isNew: (day) => !saved.includes(day),
    add: (day) => change({ added: [...added, day], removed: removed.filter((other) => other !== day) }),
    remove: (days) => change({ added: added.filter((other) => !days.includes(other)), removed: [...removed, ...days] }),
    reset: () => type(''),
    isRestored,
  };
}
