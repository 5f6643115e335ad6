import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Which lines of a list are ticked: one by one, with shift a row of them, or all. `ids` are the lines in their order; what is
 * not among them any more does not count.
 */
export function useSelection(ids: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const shown = useRef(ids);
  useEffect(() => {
    shown.current = ids;
  }, [ids]);
  const tick = useCallback((id: string, on: boolean, upTo: boolean) => {
    const [from, to] = [shown.current.indexOf(last.current ?? ''), shown.current.indexOf(id)];
    const row = upTo && from >= 0 ? shown.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    last.current = id;
    setTicked((before) => {
      const after = new Set(before);
      for (const one of row) on ? after.add(one) : after.delete(one);
      return after;
    });
  }, []);
  return {
    selected: ids.filter((id) => ticked.has(id)),
    has: (id: string) => ticked.has(id),
    /** Ticks a line or takes its tick away; `upTo` does the same to all between it and the last one. Always the same function. */
    tick,
    tickAll: (on: boolean) => setTicked(new Set(on ? ids : [])),
    clear: () => setTicked(new Set()),
  };
}
