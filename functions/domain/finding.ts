import { isDeepStrictEqual } from 'node:util';
import { unchanged } from '../aws/expressions.ts';
import { tryUpdate } from '../aws/table.ts';
import { clientIdOf } from '../services/keys/keys.ts';
import { type ClientItem, clientKey } from './clients/client.ts';
import { type ShownOfClient, showsOther } from './clients/listed-rows.ts';

/** Problem in the stored data, described by ids only. */
export interface Finding {
  /** Affected item, such as `client 3Jx…`. */
  where: string;
  problem: string;
  /** Fixed by normal use, without loss: printed, but not counted as a problem. */
  passing?: true;
  /** Fixes the problem. Returns false if the data changed meanwhile. Absent if a person has to decide. */
  repair?: () => Promise<boolean>;
}

const parts = (item: object | undefined) => (item ?? {}) as Readonly<Record<string, unknown>>;
export const partAt = (item: object | undefined, name: string) => parts(item)[name] as object | undefined;

/** Returns the value at a path such as `summary/unread`. */
export const valueAt = (item: object | undefined, path: string): unknown => path.split('/').reduce(partAt, item);

/** Removes counts of 0, which equal missing ones. */
const counted = (value: unknown) =>
  typeof value === 'object' && value
    ? Object.fromEntries(Object.entries(value).filter(([, count]) => count !== 0))
    : value || undefined;

/** Finds attributes of a client that differ from a recount. A repair fails if the client changed meanwhile. */
export const recounted = (client: ClientItem, values: Readonly<Record<string, unknown>>): Finding[] =>
  Object.entries(values).flatMap(([path, value]) => {
    const stored = valueAt(client, path);
    if (isDeepStrictEqual(counted(stored), counted(value))) return [];
    const name = path.slice(path.indexOf('/') + 1);
    const when = [
      unchanged(path, stored),
      unchanged('summary/lastUpdate', client.summary.lastUpdate),
      unchanged('readByAdviser', client.readByAdviser),
    ];
    return {
      where: `client ${clientIdOf(client)}`,
      problem: `${name} is ${JSON.stringify(stored)}, recounted ${JSON.stringify(value)}`,
      repair: () => tryUpdate(clientKey(clientIdOf(client)), { set: { [path]: value }, when }),
    };
  });

type Place = Partial<Record<'gpk' | 'gsk', string | undefined>>;

/** Returns a finding if an item is in the wrong list of the index, or shows another name or state of its client there. */
export function misplaced(
  { gpk, gsk, summary }: Place & { summary: ShownOfClient },
  wanted: Place,
  client: ClientItem,
  finding: Finding,
): Finding[] {
  if (gpk === wanted.gpk && gsk === wanted.gsk) {
    const problem = 'shows another name or state of its client';
    return gpk !== undefined && showsOther(summary, client) ? [{ ...finding, problem }] : [];
  }
  if (!wanted.gpk || !gpk || gpk === wanted.gpk) return [finding];
  const problem = 'is still in another adviser’s list: moved when the client’s page is next opened';
  return [{ ...finding, problem, passing: true }];
}
