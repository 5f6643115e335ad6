import { useState } from 'react';

/** Days as they are going to be saved, and what changes them. */
export interface Days {
  /** Each once, in order, `YYYY-MM-DD`. */
  shown: string[];
  isNew: (day: string) => boolean;
  add: (day: string) => void;
  remove: (days: readonly string[]) => void;
  reset: () => void;
}

const UNCHANGED: { added: readonly string[]; removed: readonly string[] } = { added: [], removed: [] };

/** Changes to a list of days that is saved elsewhere: they stay what they are where that list changes meanwhile. */
export function useDays(saved: readonly string[]): Days {
  const [{ added, removed }, change] = useState(UNCHANGED);
  return {
    shown: [...new Set([...saved, ...added])].filter((day) => !removed.includes(day)).sort(),
    isNew: (day) => !saved.includes(day),
    add: (day) => change({ added: [...added, day], removed: removed.filter((other) => other !== day) }),
    remove: (days) => change({ added: added.filter((other) => !days.includes(other)), removed: [...removed, ...days] }),
    reset: () => change(UNCHANGED),
  };
}
