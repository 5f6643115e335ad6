import type { DataOf } from '#shared/activity.ts';
import type { HalfSignedIn } from '#shared/contract/advisers.ts';
import type { Key } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { isRootId, newId } from '../../services/keys/ids.ts';
import { itemKey } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import { cookieNamed, setCookie } from '../../services/sessions/cookies.ts';

/** Seconds in which what is owed has to be given. */
const SECONDS = 5 * 60;
const NAME = 'half-session';

/** How somebody signs in. */
export type SignInBy = NonNullable<DataOf<'signed-in'>['by']>;

/** What a right password gives where it is not enough: the right to give the rest, for five minutes. */
export interface HalfSession extends Key {
  v: 1;
  /** What is owed. */
  next: HalfSignedIn['next'];
  /** The account's `sessionVersion` when the password was right; a reset raises the account's. */
  version: number;
  /** How the person signs in once the rest is given, where that is a new password. */
  by?: SignInBy;
  /** The browser by its mark, if the account knew it as the password was right. */
  device?: string | undefined;
  /** When it ends, ISO. */
  endsAt: string;
}

/** What a cookie says; whether it counts is decided by the item in the table, which nobody can guess. */
export interface HalfClaim {
  adviserId: string;
  id: string;
}

/** Where a half-session is. */
export const halfKey = ({ adviserId, id }: HalfClaim) => itemKey(KEYS.halfSession, adviserId, id);

/** A new half-session, to be put, with the Set-Cookie line of it. */
export function newHalfSession(
  adviserId: string,
  { next, version, by, device }: Pick<HalfSession, 'next' | 'version' | 'by' | 'device'>,
  now: Date,
): { item: HalfSession & { ttl: number }; cookie: string } {
  const id = newId();
  const endsAt = now.getTime() + SECONDS * 1000;
  const ttl = removedAfter(Math.floor(endsAt / 1000));
  const item: HalfSession & { ttl: number } = {
    ...halfKey({ adviserId, id }),
    v: 1,
    next,
    version,
    ...(by && { by }),
    ...(device && { device }),
    endsAt: new Date(endsAt).toISOString(),
    ...ttl,
  };
  return { item, cookie: setCookie(NAME, `${adviserId}.${id}`, SECONDS) };
}

/** The Set-Cookie line that removes a half-session. */
export const clearedHalfCookie = () => setCookie(NAME, '', 0);

/** What the half-session of a Cookie header says; `undefined` for none or one that is malformed. */
export function readHalfSession(header: string | undefined): HalfClaim | undefined {
  const [adviserId = '', id = '', ...more] = cookieNamed(header, NAME)?.split('.') ?? [];
  return isRootId(adviserId) && isRootId(id) && more.length === 0 ? { adviserId, id } : undefined;
}
