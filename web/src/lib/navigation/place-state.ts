import { useState } from 'react';
import { type Location, useLocation } from 'react-router';
import { signedOut } from '../http/session-events.ts';
import { inTab } from '../storage/storage.ts';
import { placeOf } from './place.ts';

const LAST = 'last list';

const read = (key: string) => inTab((storage) => storage.getItem(key)) ?? null;
// Where storage is blocked one comes back to the top.
const write = (key: string, text: string) => inTab((storage) => storage.setItem(key, text));

// What somebody looked for is nowhere to lead the next one to.
signedOut.on(() => void inTab((storage) => storage.removeItem(LAST)));

/** A state that comes back with the entry of the browser's history that it was set in. */
export function usePlaceState<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const key = `${placeOf(useLocation())} ${name}`;
  const [state, setState] = useState<{ key: string; value: T }>();
  const keep = (value: T) => {
    write(key, JSON.stringify(value));
    setState({ key, value });
  };
  if (state?.key === key) return [state.value, keep];
  const kept = read(key);
  return [kept === null ? initial : JSON.parse(kept), keep];
}

/** Notes that a list is what a page that is opened from here leads back to. */
export const rememberList = (list: Location) =>
  write(LAST, JSON.stringify({ to: `${list.pathname}${list.search}`, place: placeOf(list) }));

/** Where the last list is, and the state of a link there that leads to the same place of it; `otherwise` where there was none. */
export function lastList(otherwise: string): { to: string; state?: { place: string } } {
  const { to, place } = JSON.parse(read(LAST) ?? '{}');
  return typeof to === 'string' ? { to, state: { place } } : { to: otherwise };
}
