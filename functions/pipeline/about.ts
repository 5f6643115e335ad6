import { type About, isId } from '#shared/contract/call.ts';
import { notFound } from '../services/errors.ts';
import { isChildId, isRootId, parseChildId } from '../services/keys/ids.ts';

const FIRST_PARAM = /\{(\w+)\}/;

/** The value of a path's first parameter, blank where it has none. `path` is the contract's, with names in braces. */
export const firstParam = (path: string, params: Readonly<Record<string, string | undefined>>) =>
  params[FIRST_PARAM.exec(path)?.[1] ?? ''] ?? '';

/** Throws 404 unless each path parameter can be an id. A portal token is no id: the caller's identity is checked by it. */
export function checkIds({ token: _, ...ids }: Readonly<Record<string, string | undefined>>): void {
  if (!Object.values(ids).every((id) => isId(id ?? ''))) throw notFound();
}

/** The id of the client that a call is about, from its path's `id`: `undefined` where it is about nobody, blank where no client can have it. */
export function clientIdFrom(about: About, id: string): string | undefined {
  switch (about) {
    case 'nobody':
      return undefined;
    case 'client':
      return isRootId(id) ? id : '';
    case 'child':
      return isChildId(id) ? parseChildId(id).clientId : '';
  }
}
