/** What marks an entry of a menu; part of an id, which has no blanks. */
export const keyOf = ({ label }: { label: string }) => label.replace(/\W+/g, '-');

type Entries = readonly { label: string }[];

/** Ways to another entry, by the key that leads there; nothing is marked at -1. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at, last) => (at < 0 ? last : Math.max(at - 1, 0)),
  Home: () => 0,
  End: (_, last) => last,
};

/** What is marked after a key that moves in a menu: an arrow, an end or the letter that an entry begins with; `undefined` for other keys. */
export function markedAfter(key: string, entries: Entries, marked: string | null): string | undefined {
  const at = entries.findIndex((entry) => keyOf(entry) === marked);
  const step = STEPS[key];
  const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
  const next = step
    ? entries[step(at, entries.length - 1)]
    : after.find(({ label }) => key.length === 1 && label.toLowerCase().startsWith(key.toLowerCase()));
  return next && keyOf(next);
}
