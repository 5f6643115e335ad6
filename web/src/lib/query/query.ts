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
import { accountReplaced, changedHere, enrolmentDue, sessionLost } from '../http/session-events.ts';
import { notify, type ToastContent } from '../screen/notify.ts';

export type Read = Extract<CallName, `GET ${string}`>;

export interface Effect {
  /** Name of the call, to be sent to the other tabs of this browser. */
  call?: string;
  /** Reads that are stale afterwards and are refetched when they are next opened. */
  stale: readonly Read[];
  /** Reads that are refetched immediately while they are on the screen. */
  refetched: readonly Read[];
  refetchedIfFailed?: readonly Read[];
}

export interface MutationMeta {
  /** Toast after success. From the response, `describe` computes its text, and `offer` what is added to it, such as Undo. */
  success?: ToastContent & {
    describe?(answer: unknown): string | undefined;
    offer?(answer: unknown): Partial<Pick<ToastContent, 'title' | 'detail' | 'action' | 'otherAction'>>;
  };
  failure?: Failure;
  effect?: Effect;
  /** Read that the change updates optimistically. */
  shows?: Read;
  /** Keeps the change pending until the stale reads are refetched. */
  waits?: boolean;
  /** Set if 401 does not mean that the session is over: for sign-in, and for all calls of clients. */
  noSession?: boolean;
  [key: string]: unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
    queryMeta: { read?: Read; noSession?: boolean; [key: string]: unknown };
  }
}

/** Signals a session that ended or is another account's, or a due second factor. Returns true if one leads away. */
function leadsAway(error: unknown, meta: { noSession?: unknown } = {}): boolean {
  if (!(error instanceof ApiError)) return false;
  const isOver = error.status === 401 && !meta.noSession;
  const isDue = error.more.mustEnrol === true;
  const isReplaced = error.more.otherAccount === true;
  if (isReplaced) accountReplaced.emit(undefined);
  if (isOver) sessionLost.emit();
  if (isDue) enrolmentDue.emit();
  return isOver || isDue || isReplaced;
}

function failed(error: unknown, { failure, ...meta }: MutationMeta = {}) {
  if (leadsAway(error, meta) || !failure || failure.isShown?.(error)) return;
  notify(failureNotice(error, failure), 'error');
}

function succeeded(answer: unknown, { success }: MutationMeta = {}) {
  if (!success) return;
  const { description } = success;
  notify({ ...success, description: success.describe?.(answer) ?? description, ...success.offer?.(answer) });
}

type AnyMutation = Mutation<unknown, unknown, unknown>;

type IsMeant = (query: Query) => boolean;

/** Leaves out reads of a single client whose id does not begin with one of these. */
export const mayShow =
  (clients: readonly string[]): IsMeant =>
  ({ queryKey: [, id] }) =>
    typeof id !== 'string' || clients.some((client) => id.startsWith(client));

const ANY: IsMeant = () => true;

/** Selects reads by their call. */
const about = (reads: readonly Read[], isMeant = ANY) => ({
  predicate: (query: Query) => query.meta?.read !== undefined && reads.includes(query.meta.read) && isMeant(query),
});
const makeStale = ({ stale }: Effect, isMeant?: IsMeant) =>
  queryClient.invalidateQueries({ ...about(stale, isMeant), refetchType: 'none' });

/**
 * Finds pending reads that a refetch would harm. A first read would return data from before the change, as a refetch
 * joins it. A read of further pages would be cancelled.
 */
const underWay = ({ predicate }: ReturnType<typeof about>) =>
  queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined || state.fetchMeta?.fetchMore !== undefined);

/**
 * Refetches active reads, except those that a pending change updates optimistically: that change refetches them.
 * Pending reads are refetched after their response, without delaying others.
 */
async function reread(reads: readonly Read[], done?: AnyMutation, isMeant?: IsMeant) {
  const optimisticReads = queryClient
    .getMutationCache()
    .findAll({ status: 'pending', predicate: (other) => other !== done })
    .map(({ meta }) => meta?.shows);
  const wanted = about(
    reads.filter((read) => !optimisticReads.includes(read)),
    isMeant,
  );
  const pending = underWay(wanted);
  const refetch = (predicate: (query: Query) => boolean) =>
    queryClient.refetchQueries({ predicate, type: 'active' }, { throwOnError: done === undefined });
  const refetchPending = async (query: Query) => {
    await query.promise?.catch(() => undefined);
    return refetch((other) => other === query);
  };
  await Promise.all([
    refetch((query) => wanted.predicate(query) && !pending.includes(query)),
    ...pending.map(refetchPending),
  ]);
}

/** Marks affected reads as stale and refetches them, but not without a connection, which would fail too. */
async function refresh(change: AnyMutation, error: unknown) {
  const { effect, waits } = change.meta ?? {};
  if (!effect) return;
  if (!error && effect.call) changedHere.emit({ call: effect.call, sent: change.state.variables });
  await makeStale(effect);
  if (error instanceof ConnectionError) return;
  const rereading = reread(error ? (effect.refetchedIfFailed ?? []) : effect.refetched, change);
  if (waits) await rereading;
}

/**
 * Refetches after a change made elsewhere, of all reads or only of those that are meant. Rejects if one of them fails,
 * but not for what was deleted, because a retry would fail too.
 */
export async function catchUp(effect: Effect, isMeant?: IsMeant): Promise<void> {
  await makeStale(effect, isMeant);
  await reread(effect.refetched, undefined, isMeant).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}

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

/** Returns a read's key: the parts of its path. A missing id is an empty part, to differ from the list's key. */
export function queryKeyOf(name: Read, params: Record<string, string> = {}): string[] {
  const [first = '', ...parts] = partsOf(name).path.split(/\/?\{(\w+)\}\/?/);
  return [first, ...parts.flatMap((part, i) => (i % 2 === 0 ? (params[part] ?? '') : part || []))];
}

export const read = <C extends Read>(name: C, ...options: Options<C>) => {
  const [sent] = options;
  return queryOptions<AnswerOf<C>>({
    queryKey: [...queryKeyOf(name, sent?.params), ...(sent?.query ? [sent.query] : [])],
    queryFn: () => call(name, ...options),
    meta: { read: name, noSession: sent?.token !== undefined },
  });
};

export const change = <C extends CallName>(name: C, meta: MutationMeta) =>
  mutationOptions({ mutationFn: (sent: Sent<C>) => call(name, sent), meta });
