import {
  MutationCache,
  mutationOptions,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { AnswerOf, CallName } from '#shared/contract/api.ts';
import { ApiError, call, type Options, type Sent } from './api.ts';
import { type Failure, failureNotice } from './failure.ts';
import { type Notice, notify } from './notify.ts';
import { sessionLost } from './session-events.ts';

/** What a change shows and refreshes, as data. */
export interface MutationMeta {
  /** Toast after success; `describe` where its text depends on the answer. */
  success?: Notice & { describe?(answer: unknown): string };
  /** Toast after failure. */
  failure?: Failure;
  /** Reads to refresh; a key refreshes all keys that start with it. */
  invalidates?: readonly QueryKey[];
  /** Set where 401 says something else than that the session is over: sign-in, and all that a client sends. */
  noSession?: boolean;
  [key: string]: unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

const isSessionOver = (error: unknown, meta: { noSession?: unknown } = {}) =>
  error instanceof ApiError && error.status === 401 && !meta.noSession;

function failed(error: unknown, { failure, ...meta }: MutationMeta = {}) {
  if (isSessionOver(error, meta)) return sessionLost();
  if (!failure) return;
  return notify(failureNotice(error, failure), 'error');
}

function succeeded(answer: unknown, { success, invalidates = [] }: MutationMeta = {}) {
  if (success) notify({ title: success.title, description: success.describe?.(answer) ?? success.description });
  return Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Everything read from the server, under the product's defaults (product 7), with toasts and refreshes in one place. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (isSessionOver(error, meta)) sessionLost();
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _sent, _result, { meta }) => void failed(error, meta),
    onSuccess: (answer, _sent, _result, { meta }) => void succeeded(answer, meta),
  }),
});

/** The lists and numbers that sum up over clients and tasks, to refresh after nearly every change. */
export const SUMMARIES: readonly QueryKey[] = [
  ['/api/clients'],
  ['/api/dashboard/stats'],
  ['/api/tasks/pending'],
  ['/api/tasks/pending-count'],
];

/** Lets lists and numbers be read anew when they are next opened; what is on the screen now stays as it is. */
export const outdateSummaries = () =>
  Promise.all(SUMMARIES.map((queryKey) => queryClient.invalidateQueries({ queryKey, refetchType: 'none' })));

type Read = Extract<CallName, `GET ${string}`>;

/** A read's key: its path's parts, which joined with slashes are its address (product 7). */
export function keyOf(name: Read, params: Record<string, string> = {}): string[] {
  const [, ...parts] = name.replace('GET ', '').split(/\/?\{(\w+)\}\/?/);
  const [first = ''] = name.replace('GET ', '').split('/{');
  return [first, ...parts.map((part, i) => (i % 2 === 0 ? (params[part] ?? '') : part)).filter(Boolean)];
}

/** Options of a read of the contract. `token` is a client's portal token. */
export const read = <C extends Read>(name: C, ...options: Options<C>) => {
  const [sent] = options;
  return queryOptions<AnswerOf<C>>({
    queryKey: [...keyOf(name, sent?.params), ...(sent?.query ? [sent.query] : [])],
    queryFn: () => call(name, ...options),
    meta: { noSession: sent?.token !== undefined },
  });
};

/** Options of a change of the contract; `meta` is what it shows and refreshes. Send it with the call's options. */
export const change = <C extends CallName>(name: C, meta: MutationMeta) =>
  mutationOptions({ mutationFn: (sent: Sent<C>) => call(name, sent), meta });
