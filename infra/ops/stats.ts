import { isDeepStrictEqual } from 'node:util';
import { unchanged } from '#functions/aws/expressions.ts';
import { get, type Key, query, transact } from '#functions/aws/table.ts';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import {
  FIGURES,
  FIRM_FIGURES,
  type FigureItem,
  figureName,
  figuresOf,
  histogramOf,
  isFigure,
  monthOf,
} from '#functions/domain/figures/figure.ts';
import { countedAsOf, countedOf, figuresOfAll } from '#functions/domain/figures/recount.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { writeFirmEntry } from '#functions/services/audit-log/firm-log.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { clientPartition, idOf, isOf, PREFIX } from '#functions/services/keys/keys.ts';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { OPERATOR } from './operator.ts';
import { clientIds, otherItems } from './tables.ts';

interface Recounted {
  client: ClientItem;
  entries: readonly AuditEntry[];
}

async function readClients(): Promise<Recounted[]> {
  const found: Recounted[] = [];
  for (const id of await clientIds()) {
    const client = await get<ClientItem>(clientKey(id));
    const entries = client ? await query<AuditEntry>(clientPartition(id), PREFIX.activity) : [];
    if (client && !client.deleting) found.push({ client, entries });
  }
  return found;
}

/** Figure as it is counted, and as it is stored. */
interface Difference {
  counted: FigureItem;
  stored: FigureItem | undefined;
}

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
const isFirm = ({ pk }: Key) => pk === figuresOf(FIRM_FIGURES);
const monthIn = ({ sk }: Key) => sk.slice(FIGURES.length, FIGURES.length + 'YYYY-MM'.length);
const isDifferent = ({ counted, stored }: Difference) =>
  !stored || stored.n !== counted.n || !isDeepStrictEqual(histogramOf(stored), histogramOf(counted));

/** Returns what to change. A figure is left, for the firm and all advisers, if more is stored for any of them. */
async function differences(clients: readonly Recounted[], now: Date): Promise<Difference[]> {
  const others: readonly Key[] = await otherItems();
  const stored = new Map(others.filter(isFigure).map((item) => [nameOf(item), item]));
  const accounts = others.filter((item) => isOf(KEYS.account, item)).map(({ pk }) => idOf(pk));
  const owners = new Set([FIRM_FIGURES, ...accounts].map(figuresOf));
  const all = figuresOfAll(clients.flatMap(({ client, entries }) => countedOf(client, entries)));
  const counted = new Map(all.map((item) => [nameOf(item), item]));
  const isLess = (item: FigureItem) => item.n > (counted.get(nameOf(item))?.n ?? 0);
  const left = new Set([...stored.values()].filter(isLess).map(({ sk }) => sk));
  return all
    .filter((item) => owners.has(item.pk) && monthIn(item) < monthOf(now) && !left.has(item.sk))
    .map((item) => ({ counted: item, stored: stored.get(nameOf(item)) }))
    .filter(isDifferent);
}

/** Notes completed clients as counted, so that reopening one takes it back. */
async function noteCompletions(clients: readonly Recounted[], months: ReadonlySet<string>): Promise<void> {
  for (const { client, entries } of clients) {
    const countedAs = countedAsOf(client, entries);
    if (!countedAs || client.countedAs || !months.has(countedAs.month)) continue;
    const when = [unchanged('countedAs', undefined), unchanged('summary/completedAt', client.summary.completedAt)];
    await transact([{ update: client, change: { set: { countedAs }, when } }]);
  }
}

const titleOf = (what: string) => TOP_STAGES.find(({ number }) => String(number) === what)?.title ?? what;

function print(changes: readonly Difference[]): void {
  const ofFirm = changes.filter(({ counted }) => isFirm(counted));
  for (const [name, found] of [...Map.groupBy(ofFirm, ({ counted }) => figureName(counted))].sort()) {
    const [month = '', what = ''] = name.split('#');
    const sum = (numberOf: (one: Difference) => number) => found.reduce((all, one) => all + numberOf(one), 0);
    const [was, is] = [sum(({ stored }) => stored?.n ?? 0), sum(({ counted }) => counted.n)];
    console.log(`${month} ${titleOf(what)}: ${was} stored, ${is} counted`);
  }
}

/**
 * Counts the figures of past months from the audit logs, or prints what would change. An interrupted run can be
 * repeated. Throws a conflict if something was counted meanwhile.
 */
export async function rebuildFigures(apply = false): Promise<boolean> {
  const now = new Date();
  const clients = await readClients();
  const changes = await differences(clients, now);
  print(changes);
  if (changes.length === 0) console.log('The figures are complete.');
  else if (!apply) console.log('Nothing was changed: add --apply to write these figures.');
  else {
    const completed = changes.filter(({ counted }) => counted.sk.endsWith('#completed'));
    await noteCompletions(clients, new Set(completed.map(({ counted }) => monthIn(counted))));
    // The firm first, which never has less than its advisers.
    for (const { counted, stored } of changes.toSorted((a, b) => Number(isFirm(b.counted)) - Number(isFirm(a.counted))))
      await transact([{ put: { ...counted }, when: [unchanged('n', stored?.n)] }]);
    const months = [...new Set(changes.map(({ counted }) => monthIn(counted)))].sort();
    await writeFirmEntry(OPERATOR, { action: 'figures-rebuilt', data: { months } }, now);
    console.log('Rebuilt.');
  }
  return true;
}
