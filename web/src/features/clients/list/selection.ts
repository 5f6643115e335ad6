import { createContext, use, useSyncExternalStore } from 'react';

/**
 * Which clients are ticked. A store of its own, so that a tick draws its own row and what counts, and not the list. With
 * shift all from the last tick on are ticked, in the order in which they are listed.
 */
export class Selection {
  #order: readonly string[] = [];
  #ids: ReadonlySet<string> = new Set();
  #last: string | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly ids = () => this.#ids;
  /** The ids in the order in which they are listed. */
  readonly order = () => this.#order;

  /** Says what is listed, and in which order: of the ticks only those count. */
  list(order: readonly string[]) {
    this.#order = order;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  #set(ids: ReadonlySet<string>) {
    this.#ids = ids;
    this.#tell();
  }

  #range(id: string): readonly string[] {
    const [from, to] = [this.#order.indexOf(this.#last ?? id), this.#order.indexOf(id)];
    return from < 0 ? [id] : this.#order.slice(Math.min(from, to), Math.max(from, to) + 1);
  }

  tick(id: string, on: boolean, isRange: boolean) {
    const ids = new Set(this.#ids);
    for (const one of isRange ? this.#range(id) : [id]) {
      if (on) ids.add(one);
      else ids.delete(one);
    }
    this.#last = id;
    this.#set(ids);
  }

  all(on: boolean) {
    this.#set(new Set(on ? this.#order : []));
  }
}

/** The ticks of the list around. */
export const SelectionContext = createContext(new Selection());

/** Whether a client is ticked, and what ticks it. */
export function useTick(id: string) {
  const selection = use(SelectionContext);
  const on = useSyncExternalStore(selection.subscribe, () => selection.ids().has(id));
  return [on, (isOn: boolean, isRange: boolean) => selection.tick(id, isOn, isRange)] as const;
}

/** The ticks of the list around, and what is ticked, listed or not. */
export function useSelection() {
  const selection = use(SelectionContext);
  return { selection, ids: useSyncExternalStore(selection.subscribe, selection.ids) };
}

/** How many are listed, and how many of those are ticked. */
export function useTicked() {
  const { selection, ids } = useSelection();
  const order = useSyncExternalStore(selection.subscribe, selection.order);
  return { selection, listed: order.length, ticked: order.filter((id) => ids.has(id)).length };
}
