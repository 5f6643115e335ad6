import { createContext, use, useSyncExternalStore } from 'react';
import { NO_TICKS, pressed, type Ticks } from './selection.ts';

/**
 * Store of the ticked rows outside React, so that a tick renders only its row and the counts. Shift ticks all rows
 * since the last ticked one, in listed order.
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
  readonly order = () => this.#order;

  /** Sets the listed ids in order. Ticks of other rows are kept but not counted. */
  list(order: readonly string[]) {
    this.#order = order;
    this.#notify();
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  #set(ticks: Ticks) {
    this.#ticks = ticks;
    this.#notify();
  }

  tick(id: string, on: boolean, upTo: boolean) {
    this.#set(pressed(this.#ticks, { id, on, upTo }, this.#order));
  }

  tickEach(ids: readonly string[], on: boolean) {
    const after = new Set(this.#ticks.ids);
    for (const id of ids) {
      if (on) after.add(id);
      else after.delete(id);
    }
    this.#set({ ...this.#ticks, ids: after });
  }

  all(on: boolean) {
    this.#set({ ...this.#ticks, ids: new Set(on ? this.#order : []) });
  }
}

export const SelectionContext = createContext(new Selection());

/** Returns true if a row is ticked, and a function that ticks or unticks it. */
export function useTick(id: string) {
  const selection = use(SelectionContext);
  const on = useSyncExternalStore(selection.subscribe, () => selection.ids().has(id));
  return [on, (isOn: boolean, upTo: boolean) => selection.tick(id, isOn, upTo)] as const;
}

/** Counts the ticked rows among some of the list, and returns a function that ticks or unticks them. */
export function useTicks(rows: readonly { id: string }[]) {
  const selection = use(SelectionContext);
  const ticked = useSyncExternalStore(
    selection.subscribe,
    () => rows.filter(({ id }) => selection.ids().has(id)).length,
  );
  const ids = () => rows.map(({ id }) => id);
  return { ticked, tick: (on: boolean) => selection.tickEach(ids(), on) };
}

/** Returns the selection and all ticked ids, listed or not. */
export function useSelectedIds() {
  const selection = use(SelectionContext);
  return { selection, ids: useSyncExternalStore(selection.subscribe, selection.ids) };
}

/** Counts the listed rows, and the ticked ones among them. */
export function useTicked() {
  const { selection, ids } = useSelectedIds();
  const order = useSyncExternalStore(selection.subscribe, selection.order);
  return { selection, listed: order.length, ticked: order.filter((id) => ids.has(id)).length };
}
