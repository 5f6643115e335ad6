import type { CoverChange } from '#shared/contract/account.ts';
import type { WorksChange } from '#shared/contract/advisers.ts';
import { COLLEAGUE_MESSAGES } from '#shared/rules/colleague-messages.ts';
import { type Colleague, type Days, hasEnded } from '#shared/rules/colleagues.ts';
import { MAX_COVER_DAYS } from '#shared/rules/lifetimes.ts';
import { MAX_COLLEAGUES } from '#shared/rules/limits.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { unchanged } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { get, getTogether, itemAt, transact, tryUpdate, type Write } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import type { EntryOf } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict, invalid } from '../../services/errors.ts';
import { idOf } from '../../services/keys/keys.ts';
import { type AdviserItem, adviserKey } from './account.ts';
import { requireRecent } from './fresh.ts';
import type { Staff } from './session.ts';

// `works` of a person and `colleagues` of an adviser are two ends of one fact, written in one transaction. A request reads
// its permissions in the caller's account. An event reads its recipients in the adviser's account.

interface Ends {
  works?: readonly Colleague[] | undefined;
  colleagues?: readonly Colleague[] | undefined;
}

const rowOf = ({ id, name, from, until, named }: Colleague): Colleague => ({
  id,
  name,
  ...(from !== undefined && { from }),
  ...(until !== undefined && { until }),
  ...(named && { named }),
});

const filled = (rows: readonly Colleague[] | undefined) => (rows && rows.length > 0 ? rows : undefined);

/** Returns the conditions that an account's ends are as they were read. */
const endsAsRead = ({ summary, colleagues }: AdviserItem) => [
  unchanged('summary/works', summary.works),
  unchanged('colleagues', colleagues),
];

const endsChange = (
  account: AdviserItem,
  { works = account.summary.works, colleagues = account.colleagues }: Ends,
) => ({
  set: { ...summaryPaths({ works: filled(works) }), colleagues: filled(colleagues) },
  when: [['pk', 'exists'] as const, ...endsAsRead(account)],
});

const endsWrite = (account: AdviserItem, ends: Ends): Write => ({
  update: adviserKey(idOf(account.pk)),
  change: endsChange(account, ends),
});

const without = (rows: readonly Colleague[] = [], id: string) => rows.filter((row) => row.id !== id);

/** Reads the accounts of rows, by id. Those without one are left out. */
async function accountsOf(ids: Iterable<string>): Promise<ReadonlyMap<string, AdviserItem>> {
  const wanted = [...new Set(ids)];
  const items = await getTogether(wanted.map(adviserKey));
  return new Map(
    wanted.flatMap((id) => {
      const account = itemAt<AdviserItem>(items, adviserKey(id));
      return account ? [[id, account] as const] : [];
    }),
  );
}

/** Returns an adviser's end of a row of `person`: the same days and origin, with the person's name. */
const otherEnd = (person: AdviserItem, row: Colleague): Colleague =>
  rowOf({ ...row, id: idOf(person.pk), name: person.summary.name });

function refuseDays({ from, until }: Days, field: string): void {
  if (from !== undefined && until !== undefined && until < from) throw invalid(field, COLLEAGUE_MESSAGES.order);
}

const sameRow = (a: Days & { id: string }, b: Days & { id: string }) =>
  a.id === b.id && a.from === b.from && a.until === b.until;

const sameRows = (a: readonly (Days & { id: string })[], b: readonly (Days & { id: string })[]) =>
  a.length === b.length && a.every((row, i) => b[i] !== undefined && sameRow(row, b[i]));

type SentRow = WorksChange['works'][number];

const toDays = ({ id, from, until }: SentRow) => ({ id, from: from ?? undefined, until: until ?? undefined });

const refuseFull = (rows: readonly Colleague[], field: string, name: string) => {
  if (rows.length > MAX_COLLEAGUES) throw invalid(field, `${MAX_COLLEAGUES} people work with ${name} already`);
};

/**
 * Sets the advisers of a person. Idempotent. Throws 400 that names the row's field, and 409 if the list changed since
 * the sender read it.
 */
export async function changeWorks(
  person: AdviserItem,
  { works, worksWas }: WorksChange,
  { actor, now }: { actor: Staff; now: Date },
): Promise<AdviserItem> {
  const id = idOf(person.pk);
  const before = person.summary.works ?? [];
  const sent = works.map(toDays);
  if (sameRows(sent, before)) return person;
  requireRecent(actor, now);
  if (!sameRows(worksWas.map(toDays), before)) throw conflict(COLLEAGUE_MESSAGES.changed);
  const others = await accountsOf([...before, ...sent].map((row) => row.id));
  const wanted = sent.map((row, i) => {
    if (row.id === id) throw invalid(`works.${i}.id`, COLLEAGUE_MESSAGES.oneself);
    if (sent.findIndex((other) => other.id === row.id) < i) throw invalid(`works.${i}.id`, COLLEAGUE_MESSAGES.twice);
    refuseDays(row, `works.${i}.until`);
    const other = others.get(row.id);
    if (!other) throw invalid(`works.${i}.id`, COLLEAGUE_MESSAGES.unknown);
    const kept = before.find((known) => sameRow(known, row));
    return rowOf({ ...row, name: other.summary.name, named: kept?.named });
  });
  const ends = [...others.values()].flatMap((other) => {
    const row = wanted.find((known) => known.id === idOf(other.pk));
    if (row && before.some((known) => sameRow(known, row))) return [];
    const colleagues = [...without(other.colleagues, id), ...(row ? [otherEnd(person, row)] : [])];
    refuseFull(colleagues, `works.${row ? wanted.indexOf(row) : 0}.id`, other.summary.name);
    return [endsWrite(other, { colleagues })];
  });
  const uncovered = before.filter((row) => row.named && !wanted.some((known) => known.id === row.id && known.named));
  const data = {
    name: person.summary.name,
    works: wanted.map(({ name, from, until }) => ({ name, ...(from && { from }), ...(until && { until }) })),
    ...(uncovered.length > 0 && { uncovered: uncovered.map((row) => row.id) }),
  };
  await transact([
    endsWrite(person, { works: wanted }),
    ...ends,
    firmEntry(actor, { action: 'works-changed', data, ref: id }, now),
  ]);
  return { ...person, summary: { ...person.summary, works: wanted } };
}

/** Returns who covers for an adviser by their own choice, now or later. */
export const coverOf = ({ colleagues = [] }: AdviserItem, now: Date): Colleague | undefined => {
  const today = londonParts(now).date;
  return colleagues.find((row) => row.named && !hasEnded(row, today));
};

interface WantedCover {
  days: Days;
  /** Cover that is replaced. Its first day may be kept, to make it longer. */
  current: Colleague | undefined;
}

/** Throws 400 if a colleague cannot cover for an adviser on these days. */
function checkCover(
  adviser: AdviserItem,
  colleague: AdviserItem,
  { days: { from, until }, current }: WantedCover,
  today: string,
): void {
  const isKept = current?.id === idOf(colleague.pk) && current.from === from;
  if (from !== undefined && from < today && !isKept) throw invalid('from', COLLEAGUE_MESSAGES.past);
  refuseDays({ from, until }, 'until');
  if (from !== undefined && until !== undefined && until > addDays(from, MAX_COVER_DAYS - 1))
    throw invalid('until', COLLEAGUE_MESSAGES.long);
  const { works = [], name } = colleague.summary;
  const known = works.find((row) => row.id === idOf(adviser.pk));
  if (known && !known.named && !hasEnded(known, today)) throw invalid('colleagueId', `${name} works with you already`);
  if (!known && works.length >= MAX_COLLEAGUES)
    throw invalid('colleagueId', `${name} works with ${MAX_COLLEAGUES} advisers already`);
}

/** Names a colleague who covers for the caller, instead of any other, or nobody. Idempotent. */
export async function changeCover(
  adviser: AdviserItem,
  sent: CoverChange,
  { actor, now }: { actor: Staff; now: Date },
): Promise<Colleague | undefined> {
  const id = idOf(adviser.pk);
  const current = coverOf(adviser, now);
  const wanted = sent.colleagueId === null ? undefined : { id: sent.colleagueId, from: sent.from, until: sent.until };
  if (wanted ? current && sameRow(current, wanted) : !current) return current;
  if (wanted?.id === id) throw invalid('colleagueId', COLLEAGUE_MESSAGES.oneself);
  const { colleagues = [] } = adviser;
  const former = colleagues.filter(({ named }) => named).map((row) => row.id);
  const others = await accountsOf([...former, ...(wanted ? [wanted.id] : [])]);
  const colleague = wanted && others.get(wanted.id);
  if (wanted && !colleague) throw invalid('colleagueId', COLLEAGUE_MESSAGES.unknown);
  if (wanted && colleague) checkCover(adviser, colleague, { days: wanted, current }, londonParts(now).date);
  const row = wanted && colleague && rowOf({ ...wanted, name: colleague.summary.name, named: true });
  const after = [...colleagues.filter((known) => !known.named && known.id !== wanted?.id), ...(row ? [row] : [])];
  refuseFull(after, 'colleagueId', 'you');
  const name = row?.name ?? current?.name ?? '';
  const replaced = current && current.id !== row?.id ? { former: current.id } : {};
  await transact([
    endsWrite(adviser, { colleagues: after }),
    ...[...others.values()].map((other) => {
      const mine = row && idOf(other.pk) === row.id ? [otherEnd(adviser, row)] : [];
      return endsWrite(other, { works: [...without(other.summary.works, id), ...mine] });
    }),
    firmEntry(
      actor,
      row
        ? {
            action: 'cover-set',
            data: { name, from: sent.from ?? '', until: sent.until ?? '', to: row.id, ...replaced },
          }
        : { action: 'cover-removed', data: { name, to: current?.id ?? '' } },
      now,
    ),
  ]);
  return row;
}

/** Returns the writes that take a deleted account out of the lists of others, and conditions that its own are as read. */
export async function leavingOthers(account: AdviserItem) {
  const id = idOf(account.pk);
  const { summary, colleagues = [] } = account;
  const { works = [] } = summary;
  const others = await accountsOf([...works, ...colleagues].map((row) => row.id));
  const writes = [...others.values()].map((other) =>
    endsWrite(other, { works: without(other.summary.works, id), colleagues: without(other.colleagues, id) }),
  );
  return { writes, when: endsAsRead(account) };
}

/** Puts an account's new name into the lists of the others. Idempotent. */
export async function renameColleague(entry: EntryOf<'account-changed'>): Promise<void> {
  if (!entry.data.changes?.some(({ field }) => field === 'name')) return;
  const id = entry.ref ?? entry.actorId;
  const account = await get<AdviserItem>(adviserKey(id));
  if (!account) return;
  const { summary, colleagues = [] } = account;
  const { works = [], name } = summary;
  const renamed = (rows: readonly Colleague[] = []) => rows.map((row) => (row.id === id ? { ...row, name } : row));
  for (const other of (await accountsOf([...works, ...colleagues].map((row) => row.id))).values()) {
    const ends = { works: renamed(other.summary.works), colleagues: renamed(other.colleagues) };
    if (!(await tryUpdate(adviserKey(idOf(other.pk)), endsChange(other, ends)))) throw new Conflict();
  }
}
