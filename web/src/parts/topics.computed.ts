import { api, type CallName } from '#shared/contract/api.ts';
import type { Call, Topic } from '#shared/contract/call.ts';
import type { Read } from '../lib/query/query.ts';

// The build replaces this module by its values (web/computed.ts), so that no page loads the contract's schemas.

const calls = Object.entries(api) as [CallName, Call][];

const isOfClient = ({ about }: Call) => about !== 'nobody';

/** Topics of each read. */
export const READS = Object.fromEntries(
  calls.flatMap(([name, { reads }]) => (reads ? [[name, [reads].flat()]] : [])),
) as Partial<Record<Read, readonly Topic[]>>;

const changesOf = (isIncluded: (call: Call) => boolean) =>
  Object.fromEntries(calls.flatMap(([name, call]) => (call.changes && isIncluded(call) ? [[name, call.changes]] : [])));

/** Topics of each change about one client, whose id is the first in its input. */
export const CHANGES_OF_CLIENT: Partial<Record<string, readonly Topic[]>> = changesOf(isOfClient);

/** Topics of each other change. */
export const OTHER_CHANGES: Partial<Record<string, readonly Topic[]>> = changesOf((call) => !isOfClient(call));

/** Topics of reads about one client. */
export const TOPICS_OF_CLIENT: readonly Topic[] = [
  ...new Set(calls.flatMap(([, call]) => (isOfClient(call) && call.reads ? [call.reads].flat() : []))),
];

/** Reads about one client that write: messages are marked as read, and the preview adds an audit entry. */
export const WRITING = calls.flatMap(([name, call]) =>
  isOfClient(call) && call.reads && call.writes ? [name as Read] : [],
);
