/** Something that is told to whoever listens; `on` gives the way to stop. */
export function signal<T = void>() {
  const listeners = new Set<(what: T) => void>();
  return {
    on: (listener: (what: T) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (what: T) => {
      for (const listener of listeners) listener(what);
    },
  };
}
