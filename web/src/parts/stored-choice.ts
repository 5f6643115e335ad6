import { useState } from 'react';
import { keep, readKept } from '../lib/storage/storage.ts';

/** State stored in this browser, or until the tab is closed if that is blocked. `null` without a choice. */
export function useStoredChoice(key: string): readonly [string | null, (text: string) => void] {
  const [text, setText] = useState(() => readKept(key));
  const store = (next: string) => {
    keep(key, next);
    setText(next);
  };
  return [text, store];
}
