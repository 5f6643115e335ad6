import { useState } from 'react';
import { inBrowser } from '../lib/storage/storage.ts';

/** What was chosen since the page was opened, for where storage is chosen. */
const chosen = new Map<string, string>();

/** Returns what this browser keeps under a key; `null` if nothing was chosen. */
export const readKept = (key: string) => inBrowser((storage) => storage.getItem(key)) ?? chosen.get(key) ?? null;

function store(key: string, text: string) {
  chosen.set(key, text);
  inBrowser((storage) => storage.setItem(key, text));
}

/** A choice that this browser keeps under a key; as long as the page where storage is chosen. `null` where none was made. */
export function useKept(key: string): readonly [string | null, (text: string) => void] {
  const [text, setText] = useState(() => readKept(key));
  const keep = (next: string) => {
    store(key, next);
    setText(next);
  };
  return [text, keep];
}
