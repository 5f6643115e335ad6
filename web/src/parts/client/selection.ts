/** Which lines of a list are ticked, and which of them was pressed last. */
export interface Ticks {
  ids: ReadonlySet<string>;
  last?: string;
}

/** Nothing is ticked. */
export const NO_TICKS: Ticks = { ids: new Set() };

/** A press of a line's box: whether it is ticked now, and whether that is meant for all lines from the last one on. */
interface Press {
  id: string;
  on: boolean;
  upTo: boolean;
}

/** From the line that was pressed last to this one, whichever comes first; just this one where the last is not listed. */
function rowTo(id: string, last: string | undefined, order: readonly string[]): readonly string[] {
  const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)];
  return from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The ticks after a press; `order` is what is listed, from the first line to the last. */
export function pressed({ ids, last }: Ticks, { id, on, upTo }: Press, order: readonly string[]): Ticks {
  const after = new Set(ids);
  for (const one of upTo ? rowTo(id, last, order) : [id]) {
    if (on) after.add(one);
    else after.delete(one);
  }
  return { ids: after, last: id };
}
