import { useCallback, useEffect, useRef, useState } from 'react';
import { NO_TICKS, pressed } from './selection.ts';

/**
 * Which lines of a list are ticked: one by one, with shift a row of them, or all. `ids` are the lines in their order; what is
 * not among them any more does not count.
 */
export function useSelection(ids: readonly string[]) {
  const [ticks, setTicks] = useState(NO_TICKS);
  const shown = useRef(ids);
  useEffect(() => {
    shown.current = ids;
  }, [ids]);
  const tick = useCallback((id: string, on: boolean, upTo: boolean) => {
    const order = shown.current;
    setTicks((before) => pressed(before, { id, on, upTo }, order));
  }, []);
  const set = (all: readonly string[]) => setTicks(({ last }) => ({ ids: new Set(all), last }));
  return {
    selected: ids.filter((id) => ticks.ids.has(id)),
    has: (id: string) => ticks.ids.has(id),
    /** Ticks a line or takes its tick away; `upTo` does the same to all between it and the last one. Always the same function. */
    tick,
    tickAll: (on: boolean) => set(on ? ids : []),
    clear: () => set([]),
  };
}
