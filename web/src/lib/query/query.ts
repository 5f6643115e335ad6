import {
  type Mutation,
  MutationCache,
  mutationOptions,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { partsOf } from '#shared/contract/address.ts';
import type { AnswerOf, CallName } from '#shared/contract/api.ts';
import { ApiError, ConnectionError, call, type Options, type Sent } from '../http/api.ts';
import { type Failure, failureNotice, retriesRead, retryDelay } from '../http/failure.ts';
import { changedHere, enrolmentDue, sessionLost } from '../http/session-events.ts';
import { type Notice, notify } from '../screen/notify.ts';

export type Read = Extract<CallName, `GET ${string}`>;

/** What a change touches. */
export interface Effect {
  /** The change, where the other tabs of this browser are told of it. */
  call?: string;
  /** Whether a read is out of date after it, so that it is made anew when it is next opened. */
  isStale(read: Read): boolean;
  /** Whether a read that is on the screen is made anew at once. */
  isReread(read: Read, failed: boolean): boolean;
}

/** What a change shows and touches, as data. */
export interface MutationMeta {
  /** Toast after success; `describe` where its text depends on the answer, `offer` for what it lets one do, such as Undo. */
  success?: Notice & {
    describe?(answer: unknown): string | undefined;
    offer?(answer: unknown): Pick<Notice, 'action' | 'otherAction'>;
  };
  /** Toast after failure. */
  failure?: Failure;
  effect?: Effect;
  /** The read that shows the change before the server has answered. */
  shows?: Read;
  /** Set where the change is under way until what it made stale has been read anew. */
  waits?: boolean;
  /** Set where 401 says something else than that the session is over: sign-in, and all that a client sends. */
  noSession?: boolean;
  [key: string]: unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
    queryMeta: { read?: Read; noSession?: boolean; [key: string]: unknown };
  }
}

/** Says where a refusal leads away from the page: the session is over, or something has to be done first. */
function leadsAway(error: unknown, meta: { noSession?: unknown } = {}): boolean {
  if (!(error instanceof ApiError)) return false;
  const isOver = error.status === 401 && !meta.noSession;
  const isDue = error.more.mustEnrol === true;
  if (isOver) sessionLost.tell();
  if (isDue) enrolmentDue.tell();
  return isOver || isDue;
}

function failed(error: unknown, { failure, ...meta }: MutationMeta = {}) {
  if (leadsAway(error, meta) || !failure || failure.isShown?.(error)) return;
  notify(failureNotice(error, failure), 'error');
}

function succeeded(answer: unknown, { success }: MutationMeta = {}) {
  if (!success) return;
  const { title, description } = success;
  notify({ title, description: success.describe?.(answer) ?? description, ...success.offer?.(answer) });
}

type AnyMutation = Mutation<unknown, unknown, unknown>;

/** Reads by their call; of those about a single client only the ones about `client`, where one is given. */
const about = (is: (read: Read) => boolean, client = '') => ({
  predicate: ({ meta, queryKey: [, id] }: Query) =>
    meta?.read !== undefined && is(meta.read) && (typeof id !== 'string' || id.startsWith(client)),
});
const makeStale = ({ isStale }: Effect, client?: string) =>
  queryClient.invalidateQueries({ ...about(isStale, client), refetchType: 'none' });

/**
 * Finds reads under way that a refetch would harm: one that has no data yet would be answered with what the server knew before
 * the change, since a refetch joins it, and further pages of a list would be given up.
 */
const underWay = ({ predicate }: ReturnType<typeof about>) =>
  queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined || state.fetchMeta?.fetchMore !== undefined);

/**
 * Refetches what is on the screen, but for what a change under way shows: that is read after its own answer. A read under way
 * is refetched after its answer, and delays no other.
 */
async function reread({ isReread }: Effect, failed: boolean, done?: AnyMutation, client?: string) {
  const ahead = queryClient
    .getMutationCache()
    .findAll({ status: 'pending', predicate: (other) => other !== done })
    .map(({ meta }) => meta?.shows);
  const wanted = about((read) => isReread(read, failed) && !ahead.includes(read), client);
  const late = underWay(wanted);
  const refetch = (predicate: (query: Query) => boolean) =>
    queryClient.refetchQueries({ predicate, type: 'active' }, { throwOnError: done === undefined });
  const refetchLate = async (query: Query) => {
    await query.promise?.catch(() => undefined);
    return refetch((other) => other === query);
  };
  await Promise.all([refetch((query) => wanted.predicate(query) && !late.includes(query)), ...late.map(refetchLate)]);
}

/** Makes stale what a change touched, and reads it anew. Where no answer came nothing else would either. */
async function refresh(change: AnyMutation, error: unknown) {
  const { effect, waits } = change.meta ?? {};
  if (!effect) return;
  if (!error && effect.call) changedHere.tell({ call: effect.call, sent: change.state.variables });
  await makeStale(effect);
  if (error instanceof ConnectionError) return;
  const rereading = reread(effect, error !== null, change);
  if (waits) await rereading;
}

/**
 * Makes stale what something touched that happened elsewhere, perhaps to one `client`, and reads it anew; rejects where one of
 * the reads fails.
 */
export async function catchUp(effect: Effect, client?: string): Promise<void> {
  await makeStale(effect, client);
  await reread(effect, false, undefined, client);
}

/** Everything read from the server, under the product's defaults (product 7), with toasts and refreshes in one place. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: retriesRead,
      retryDelay,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => state.error instanceof ConnectionError,
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, { meta }) => void leadsAway(error, meta),
  }),
  mutationCache: new MutationCache({
    onError: (error, _sent, _result, { meta }) => void failed(error, meta),
    onSuccess: (answer, _sent, _result, { meta }) => succeeded(answer, meta),
    onSettled: (_answer, error, _sent, _result, mutation) => refresh(mutation, error),
  }),
});

/**
 * A read's key: its path's parts, which joined with slashes are its address (product 7). One without its id yet is no other
 * read's: the list's, say.
 */
export function keyOf(name: Read, params: Record<string, string> = {}): string[] {
  const [first = '', ...parts] = partsOf(name).path.split(/\/?\{(\w+)\}\/?/);
  return [first, ...parts.flatMap((part, i) => (i % 2 === 0 ? (params[part] ?? '') : part || []))];
}

/** Options of a read of the contract. `token` is a client's portal token. */
export const read = <C extends Read>(name: C, ...options: Options<C>) => {
  const [sent] = options;
  return queryOptions<AnswerOf<C>>({
    queryKey: [...keyOf(name, sent?.params), ...(sent?.query ? [sent.query] : [])],
    queryFn: () => call(name, ...options),
    meta: { read: name, noSession: sent?.token !== undefined },
  });
};

/** Options of a change of the contract; `meta` is what it shows and touches. Send it with the call's options. */
export const change = <C extends CallName>(name: C, meta: MutationMeta) =>
  mutationOptions({ mutationFn: (sent: Sent<C>) => call(name, sent), meta });
