import { isAction } from '#shared/audit-log/actions.ts';
import { isTopStage } from '#shared/rules/journey.ts';
import type { Item, Key } from '../../aws/table.ts';
import { type AuditEntry, dataOf } from '../../services/audit-log/entry.ts';
import { childKeyOf, timeOfKey } from '../../services/keys/keys.ts';
import { adviserIdOf, type ClientItem, createdAtOf } from '../clients/client.ts';
import {
  additionOf,
  type CountedValue,
  completionOf,
  countWrites,
  type FigureItem,
  isFigure,
  spellOf,
} from './figure.ts';

/** Returns the adviser of a client at a time, by the reassignments since. */
function adviserAt(client: ClientItem, entries: readonly AuditEntry[], at: string): string {
  const next = entries.find((entry) => entry.action === 'client-reassigned' && timeOf(entry) > at);
  return (next && dataOf(next, 'client-reassigned').from?.id) ?? adviserIdOf(client);
}

const timeOf = (entry: AuditEntry) => timeOfKey(childKeyOf(entry));

/** Returns the times of stages by an audit log. Older entries do not say since when, so their start is looked up. */
function spellsIn(client: ClientItem, entries: readonly AuditEntry[]): CountedValue[] {
  const started = new Map<number, string>();
  const spells: CountedValue[] = [];
  for (const entry of entries) {
    if (entry.action === 'journey-reset') started.clear();
    if (!isAction(entry.action) || entry.action !== 'stage-changed') continue;
    const { stage, from, to, since = started.get(stage) } = dataOf(entry, 'stage-changed');
    if (to === undefined || !isTopStage(stage)) continue;
    const at = timeOf(entry);
    if (to === 'in_progress') started.set(stage, at);
    else started.delete(stage);
    if (from === 'in_progress' && to === 'completed' && since !== undefined)
      spells.push(spellOf(adviserAt(client, entries, at), stage, since, at));
  }
  return spells;
}

/** Returns how a completed client is to be noted as counted; undefined if the journey is not completed. */
export function countedAsOf(client: ClientItem, entries: readonly AuditEntry[]): ClientItem['countedAs'] {
  const { completedAt } = client.summary;
  if (completedAt === undefined) return undefined;
  return client.countedAs ?? completionOf(adviserAt(client, entries, completedAt), createdAtOf(client), completedAt);
}

/** Returns everything that counts of a client, by its whole audit log, oldest first. */
export function countedOf(client: ClientItem, entries: readonly AuditEntry[]): CountedValue[] {
  const createdAt = createdAtOf(client);
  const completion = countedAsOf(client, entries);
  return [
    additionOf(adviserAt(client, entries, createdAt), createdAt),
    ...spellsIn(client, entries),
    ...(completion ? [{ ...completion, what: 'completed' as const }] : []),
  ];
}

export interface Counting {
  update: Key;
  change: { set: object; add: object };
}

/** Returns the items that come from counting one by one. */
export function addedUp(updates: readonly Counting[]): Item[] {
  const items = new Map<string, Item>();
  for (const { update, change } of updates) {
    const name = `${update.pk} ${update.sk}`;
    const item: Item = items.get(name) ?? { ...update, ...change.set };
    for (const [number, by] of Object.entries(change.add)) item[number] = Number(item[number] ?? 0) + by;
    items.set(name, item);
  }
  return [...items.values()];
}

/** Returns the figures that come from counting these one by one. */
export function figuresOfAll(counted: readonly CountedValue[]): FigureItem[] {
  const items: readonly Key[] = addedUp(counted.flatMap((one) => countWrites(one, 1)));
  return items.filter(isFigure);
}
