import type { MutationOptions } from '@tanstack/react-query';
import { queryClient } from '../lib/query/query.ts';

/** Makes a change that no component on the screen is about, with its toasts and refreshes; rejects where it fails. */
export const execute = <A, S>(options: MutationOptions<A, Error, S>, sent: S): Promise<A> =>
  queryClient.getMutationCache().build(queryClient, options).execute(sent);

/** The same for what a menu or a toast offers. Gives the answer; undefined where it failed, which its toast tells. */
export const runChange = <A, S>(options: MutationOptions<A, Error, S>, sent: S): Promise<A | undefined> =>
  execute(options, sent).catch(() => undefined);
