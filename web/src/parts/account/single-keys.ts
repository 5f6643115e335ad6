import { useSyncExternalStore } from 'react';
import { inBrowser } from '../../lib/storage/storage.ts';
import { useMe } from './me.ts';

const listeners = new Set<() => void>();
const keyOf = (account: string) => `single-keys:${account}`;
const OFF = 'off';

// If storage is blocked, they stay on.
const isOn = (account: string) => inBrowser((storage) => storage.getItem(keyOf(account))) !== OFF;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(account: string, on: boolean) {
  inBrowser((storage) => (on ? storage.removeItem(keyOf(account)) : storage.setItem(keyOf(account), OFF)));
  for (const listener of listeners) listener();
}

/** Single-key shortcuts of this account in this browser, and a function that switches them (WCAG 2.1.4). */
export function useSingleKeys() {
  const { id } = useMe();
  const on = useSyncExternalStore(subscribe, () => isOn(id));
  return [on, (wanted: boolean) => set(id, wanted)] as const;
}
