/** Selected rows of a list, and the row that was ticked or cleared last. */
export interface Ticks {
  ids: ReadonlySet<string>;
  last?: string;
}

export const NO_TICKS: Ticks = { ids: new Set() };

/** Click on a row's checkbox: its new state, and true in `upTo` if it extends from the last row (Shift). */
interface Press {
  id: string;
  on: boolean;
  upTo: boolean;
}

/** Returns the rows between the last row and this row; only this row if the last is not listed. */
function rowTo(id: string, last: string | undefined, order: readonly string[]): readonly string[] {
  const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)];
  return from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
}

export function pressed({ ids, last }: Ticks, { id, on, upTo }: Press, order: readonly string[]): Ticks {
  const after = new Set(ids);
  for (const row of upTo ? rowTo(id, last, order) : [id]) {
    if (on) after.add(row);
    else after.delete(row);
  }
  return { ids: after, last: id };
}
