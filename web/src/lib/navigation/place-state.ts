import { useState } from 'react';
import { type Location, useLocation } from 'react-router';
import { signedOut } from '../http/session-events.ts';
import { inTab, parsed } from '../storage/storage.ts';
import { addressOfPlace } from './place.ts';

const LAST = 'last list';

const read = (key: string) => inTab((storage) => storage.getItem(key)) ?? null;
// If storage is blocked, the list opens at its top.
const write = (key: string, text: string) => inTab((storage) => storage.setItem(key, text));

// A search may name a client, so the next user of this tab must not see it.
signedOut.on(() => void inTab((storage) => storage.removeItem(LAST)));

/** State that is kept with an entry of the browser's history. */
export function usePlaceState<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const key = `${addressOfPlace(useLocation())} ${name}`;
  const [state, setState] = useState<{ key: string; value: T }>();
  const keep = (value: T) => {
    write(key, JSON.stringify(value));
    setState({ key, value });
  };
  if (state?.key === key) return [state.value, keep];
  return [parsed(read(key), initial), keep];
}

export const rememberList = (list: Location) =>
  write(
    LAST,
    JSON.stringify({ to: `${list.pathname}${list.search}`, state: { ...list.state, place: addressOfPlace(list) } }),
  );

interface ListLink {
  to: string;
  state?: { place: string };
}

/** Returns the link back to the last list, with its history place and open view; to `otherwise` if there is none. */
export const lastList = (otherwise: string) => parsed<ListLink>(read(LAST), { to: otherwise });
