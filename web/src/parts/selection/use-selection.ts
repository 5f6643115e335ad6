import { useCallback, useEffect, useRef, useState } from 'react';
import { NO_TICKS, pressed } from './selection.ts';

/** Selection of rows: single, a range with Shift, or all. Rows missing from `ids` are not selected. */
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
    /** Sets or clears a row, with `upTo` all rows between it and the last one. Its identity is stable. */
    tick,
    tickAll: (on: boolean) => set(on ? ids : []),
    clear: () => set([]),
  };
}
