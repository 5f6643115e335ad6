import type { AnswerOf, QueryOf } from '#shared/contract/api.ts';
import type { REPEATABLE } from '#shared/contract/repeatable.ts';
import type { Key } from '../aws/table.ts';
import { getChild } from '../services/keys/keys.ts';
import { type Early, type Handler, type Params, prepared, type Request } from './lambda.ts';
import { keyUsed } from './repeats.ts';

const GONE = 'This was sent before, and was deleted since. Send it again if it is still needed.';

interface Steps<C extends (typeof REPEATABLE)[number], T, L> {
  /** Reads during the identity check what `create` needs. */
  load?: (early: Early<Params<C>, QueryOf<C>>) => Promise<L>;
  create: (request: Request<C>, loaded: L) => Promise<T>;
  /** Reads what an earlier attempt created; undefined if it is gone. */
  find: (ids: readonly string[], request: Request<C>) => Promise<T | undefined>;
  present: (created: T, request: Request<C>) => AnswerOf<C> | Promise<AnswerOf<C>>;
}

const nothing = async () => undefined as never;

/** Returns a handler that answers a repeat with what was created first. Throws 409 if that is gone. */
export const creating = <C extends (typeof REPEATABLE)[number], T, L>({
  load = nothing,
  create,
  find,
  present,
}: Steps<C, T, L>): Handler<C> =>
  prepared(load, async (request, loaded) => {
    const item = request.created ? await find(request.created, request) : await create(request, loaded);
    if (item === undefined) throw keyUsed(GONE);
    return present(item, request);
  });

/** Returns a function that reads the created child of a client. */
export const createdChild =
  <T extends Key>(prefix: string) =>
  ([id = '']: readonly string[]) =>
    getChild<T>(prefix, id);
