import { createContext, use, useSyncExternalStore } from 'react';
import { NO_TICKS, pressed, type Ticks } from '../../../parts/client/selection.ts';

/**
 * Which clients are ticked. A store of its own, so that a tick draws its own row and what counts, and not the list. With
 * shift all from the last tick on are ticked, in the order in which they are listed.
 */
export class Selection {
  #order: readonly string[] = [];
  #ticks: Ticks = NO_TICKS;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly ids = () => this.#ticks.ids;
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

  #set(ticks: Ticks) {
    this.#ticks = ticks;
    this.#tell();
  }

  tick(id: string, on: boolean, upTo: boolean) {
    this.#set(pressed(this.#ticks, { id, on, upTo }, this.#order));
  }

  all(on: boolean) {
    this.#set({ ...this.#ticks, ids: new Set(on ? this.#order : []) });
  }
}

/** The ticks of the list around. */
export const SelectionContext = createContext(new Selection());

/** Whether a client is ticked, and what ticks it. */
export function useTick(id: string) {
  const selection = use(SelectionContext);
  const on = useSyncExternalStore(selection.subscribe, () => selection.ids().has(id));
  return [on, (isOn: boolean, upTo: boolean) => selection.tick(id, isOn, upTo)] as const;
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
