import { useEffect, useState } from 'react';

/** Pause between keys after which a typed text is sent. */
const PAUSE_MS = 300;

/** Returns a value once it has not changed for a moment, so that a search is not sent for each key. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
