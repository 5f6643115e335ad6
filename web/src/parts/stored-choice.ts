import { useState } from 'react';
import { inBrowser } from '../lib/storage/storage.ts';

/** Choices since the page was opened, for browsers with blocked storage. */
const chosen = new Map<string, string>();

/** Returns the stored choice of this browser; `null` if there is none. */
export const readStoredChoice = (key: string) =>
  inBrowser((storage) => storage.getItem(key)) ?? chosen.get(key) ?? null;

function store(key: string, text: string) {
  chosen.set(key, text);
  inBrowser((storage) => storage.setItem(key, text));
}

/** State stored in this browser, or until the page is closed if storage is blocked. `null` without a choice. */
export function useStoredChoice(key: string): readonly [string | null, (text: string) => void] {
  const [text, setText] = useState(() => readStoredChoice(key));
  const keep = (next: string) => {
    store(key, next);
    setText(next);
  };
  return [text, keep];
}
