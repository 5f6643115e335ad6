import type { MutationOptions, QueryKey } from '@tanstack/react-query';
import type { api, CallName, InputOf } from '#shared/contract/api.ts';
import type { Topic } from '#shared/contract/call.ts';
import type { Sent } from '../lib/http/api.ts';
import { change, type Effect, type MutationMeta, queryClient, type Read } from '../lib/query/query.ts';
import { CHANGES_OF_CLIENT, OTHER_CHANGES, READS, TOPICS_OF_CLIENT, WRITING } from './topics.computed.ts';

/** Applies a change to a read optimistically, and rolls it back if it fails. */
export const optimistic = <C extends Change, T>(
  options: ReturnType<typeof adviserChange<C>>,
  { queryKey, meta }: { queryKey: QueryKey; meta?: { read?: Read } },
  apply: (data: T, body: InputOf<C>, sent: Sent<C>) => T,
) => ({
  ...options,
  meta: { ...options.meta, shows: meta?.read },
  onMutate: async (sent: Sent<C>) => {
    await queryClient.cancelQueries({ queryKey, exact: true });
    const before = queryClient.getQueryData<T>(queryKey);
    if (before !== undefined) queryClient.setQueryData<T>(queryKey, apply(before, sent.body as InputOf<C>, sent));
    return before;
  },
  onError: (_error: Error, _sent: Sent<C>, before: T | undefined) => void queryClient.setQueryData(queryKey, before),
});

/** Runs a change outside of components, with its toasts and refetches. Rejects if it fails. */
export const execute = <A, S, M>(options: MutationOptions<A, Error, S, M>, sent: S): Promise<A> =>
  queryClient.getMutationCache().build(queryClient, options).execute(sent);

/** Runs a change like {@link execute}, but resolves with undefined if it fails, as its toast reports that. */
export const runChange = <A, S>(options: MutationOptions<A, Error, S>, sent: S): Promise<A | undefined> =>
  execute(options, sent).catch(() => undefined);

/** A call that changes data, or a read that adds an audit entry or marks messages as read. */
export type Change = { [C in CallName]: (typeof api)[C] extends { changes: unknown } ? C : never }[CallName];

const readsOf = (topics: readonly Topic[]) =>
  (Object.keys(READS) as Read[]).filter((read) => READS[read]?.some((topic) => topics.includes(topic)));

/** Reads that show anything of a client, also in lists. */
const STALE_OF_CLIENT = readsOf(TOPICS_OF_CLIENT);
/** Without reads that write, but with the fact-find: its reading is recorded once a day and person only. */
const SHOWN_OF_CLIENT = STALE_OF_CLIENT.filter((read) => !WRITING.includes(read) || read.endsWith('/factfind'));

/** Returns the effect of a change. */
export const effectOf = (name: Change): Effect => effectNamed(name);

/** Returns the effect of a change by its name, as another tab sends it. That tab may know calls that this one does not. */
export function effectNamed(name: string): Effect {
  const other = OTHER_CHANGES[name] && readsOf(OTHER_CHANGES[name]);
  // Its subject may be gone or newer.
  if (other)
    return { call: name, stale: other, refetched: other, ...(name.includes('{') && { refetchedIfFailed: other }) };
  const topics = CHANGES_OF_CLIENT[name];
  const refetched = topics ? readsOf(topics) : SHOWN_OF_CLIENT;
  return { call: name, stale: STALE_OF_CLIENT, refetched, refetchedIfFailed: SHOWN_OF_CLIENT };
}

/** Returns true if a change is about one client, whose id is the first in its input. */
export const isOfClient = (name: string) => !OTHER_CHANGES[name];

/**
 * Effect of changes found by polling. Refetches messages too, as `peek` leaves them unread, and whom the user works with.
 */
export const POLLED_CHANGES: Effect = {
  stale: [...STALE_OF_CLIENT, ...readsOf(['notices', 'me'])],
  refetched: [...SHOWN_OF_CLIENT, ...readsOf(['messages', 'notices', 'me'])],
};

/** Options of a change by an adviser, with its effect. */
export const adviserChange = <C extends Change>(name: C, meta: MutationMeta) =>
  change(name, { ...meta, effect: effectOf(name) });
