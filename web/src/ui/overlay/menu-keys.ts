import type { LucideIcon } from 'lucide-react';

export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  /** Words after the label of a checkbox entry. */
  hint?: string | undefined;
  /** State of a checkbox entry, which keeps the menu open. */
  checked?: boolean;
  /** Set if choosing the entry keeps the menu open. */
  stays?: true;
  /** Set for the entry of what the page shows. */
  current?: boolean;
  /** Set if entries may have equal labels. */
  id?: string;
}

interface HeadedGroup {
  heading: string;
  entries: readonly MenuEntry[];
}

/** Entries by group, with a line between groups. */
export type MenuGroups = readonly (readonly MenuEntry[] | HeadedGroup)[];

/** Returns the entries of a group, and its heading if it has one. */
export const headed = (group: MenuGroups[number]): Partial<HeadedGroup> & Pick<HeadedGroup, 'entries'> =>
  'heading' in group ? group : { entries: group };

export const staysOpen = ({ checked, stays }: MenuEntry) => stays ?? checked !== undefined;

/** Returns the key of a menu entry. It is part of an id, so it has no spaces. */
export const keyOf = ({ label, id }: { label: string; id?: string | undefined }) => id ?? label.replace(/\W+/g, '-');

type Entries = readonly { label: string; id?: string }[];

/** Index of the next entry by key; -1 if none is marked. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at, last) => (at < 0 ? last : Math.max(at - 1, 0)),
  Home: () => 0,
  End: (_, last) => last,
};

/** Returns the entry to mark after an arrow key, Home, End or a first letter; `undefined` for other keys. */
export function markedAfter(key: string, entries: Entries, marked: string | null): string | undefined {
  const at = entries.findIndex((entry) => keyOf(entry) === marked);
  const step = STEPS[key];
  const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
  const next = step
    ? entries[step(at, entries.length - 1)]
    : after.find(({ label }) => key.length === 1 && label.toLowerCase().startsWith(key.toLowerCase()));
  return next && keyOf(next);
}
