import type { Provider, ProviderChange } from '#shared/contract/loas.ts';
import { loggedOf } from '#shared/nouns/field.ts';
import { PROVIDER_FIELDS } from '#shared/nouns/provider.ts';
import { type Histogram, percentile } from '#shared/rules/histograms.ts';
import { PROVIDER_LIMITS } from '#shared/rules/limits.ts';
import { londonParts } from '#shared/rules/london.ts';
import { LONGEST_WAIT, type PROVIDER_TAKES, TAKES_TEXT } from '#shared/rules/providers.ts';
import { monthsUntil } from '#shared/rules/time.ts';
import { type Key, query, transact, type Write } from '../../aws/table.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict, invalid, notFound } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { itemKey } from '../../services/keys/keys.ts';

/** Provider in the firm's directory, which fills itself as letters are noted. */
interface ProviderItem extends Key {
  v: 1;
  version: number;
  name: string;
  /** Key of the provider that this is another spelling of. */
  sameAs?: string;
  phone?: string;
  email?: string;
  post?: string;
  portalUrl?: string;
  takes?: (typeof PROVIDER_TAKES)[number];
  notes?: string;
}

/** Answers of one provider in one month: `n`, and `a` and `f` with working days to confirmation and full answer. */
export type ResponseTimesItem = Key & { v: 1; n: number } & { [count in `${'a' | 'f'}${number}`]?: number };

const directoryKey = (key: string) => itemKey(KEYS.provider, '', key);

const keyOfProvider = ({ sk }: Key) => sk.slice(KEYS.provider.sk.length);

/** The firm's providers and their response times. Read whole: there are about as many as providers in the country. */
export interface Directory {
  providers: readonly ProviderItem[];
  times: readonly ResponseTimesItem[];
}

/** Months of response times that count. */
const MONTHS = 12;

/** Reads the directory. Drops the oldest months if there are more response times than one query returns. */
export async function readDirectory(now: Date): Promise<Directory> {
  const [first = ''] = monthsUntil(londonParts(now).date, MONTHS);
  const range = { from: `${KEYS.responseTimes.sk}${first}`, newestFirst: true, maxPages: 1 };
  const [providers, times] = await Promise.all([
    query<ProviderItem>(KEYS.provider.pk, KEYS.provider.sk),
    query<ResponseTimesItem>(KEYS.responseTimes.pk, KEYS.responseTimes.sk, range),
  ]);
  return { providers, times };
}

const FULL = `The firm’s list has ${PROVIDER_LIMITS.providers} providers already. Ask an admin to remove one that is not needed.`;

export const countProviders = (change: 1 | -1) => ({
  update: KEYS.providerCount,
  change: {
    set: { v: 1 },
    add: { providers: change },
    when: change > 0 ? ([['providers', 'absent or <', PROVIDER_LIMITS.providers]] as const) : [],
  },
  refuse: conflict(FULL),
});

const lettersKey = (key: string) => itemKey(KEYS.providerLetters, '', key);

/** Counts letters that begin or end being under way. */
export const countLetters = (key: string, change: number) => ({
  update: lettersKey(key),
  change: { set: { v: 1 }, add: { letters: change } },
});

/** Fails once a provider was removed. */
export const checkKept = (key: string): Write => ({ check: directoryKey(key), when: [['pk', 'exists']] });

/** Adds a provider to the directory unless it is in it. */
export const addProvider = (
  { actor, now }: { actor: EntryActor; now: Date },
  { providers }: Directory,
  key: string,
  name: string,
): Write[] =>
  providers.some((item) => keyOfProvider(item) === key)
    ? [checkKept(key)]
    : [
        { put: { ...directoryKey(key), v: 1, version: 1, name }, when: [['pk', 'absent']] },
        firmEntry(actor, { action: 'provider-added', data: { name } }, now),
        countProviders(1),
      ];

const answersKey = (month: string, key: string) => itemKey(KEYS.responseTimes, '', `${month}#${key}`);

/** Count of a letter’s answer, kept so that it can be taken back. */
export interface CountedAnswer {
  month: string;
  confirmed?: number;
  answered: number;
}

const capped = (days: number) => Math.min(days, LONGEST_WAIT);

/** Returns the write that counts an answer, or takes it back. */
export const countAnswer = (key: string, { month, confirmed, answered }: CountedAnswer, by: 1 | -1) => ({
  update: answersKey(month, key),
  change: {
    set: { v: 1 },
    add: {
      n: by,
      [`f${capped(answered)}`]: by,
      ...(confirmed !== undefined && { [`a${capped(confirmed)}`]: by }),
    },
  },
});

const monthAndKey = ({ sk }: Key) => {
  const [month = '', key = ''] = sk.slice(KEYS.responseTimes.sk.length).split('#');
  return { month, key };
};

const waitsIn = (times: readonly ResponseTimesItem[]): Histogram =>
  Array.from({ length: LONGEST_WAIT + 1 }, (_, days) => times.reduce((sum, item) => sum + (item[`f${days}`] ?? 0), 0));

const answersIn = (times: readonly ResponseTimesItem[]) => times.reduce((sum, { n }) => sum + n, 0);

/** Returns a function that finds the response times of a provider in all of its spellings. Groups them once. */
function timesFinder({ providers, times }: Directory): (key: string) => readonly ResponseTimesItem[] {
  const others = new Map(providers.map((item) => [keyOfProvider(item), item.sameAs]));
  const mainKey = (key: string) => others.get(key) ?? key;
  const byKey = Map.groupBy(times, (item) => mainKey(monthAndKey(item).key));
  return (key) => byKey.get(mainKey(key)) ?? [];
}

/** Returns in how many working days a provider usually answers; `undefined` with too few answers. */
export function typicalOf(directory: Directory, key: string) {
  const waits = waitsIn(timesFinder(directory)(key));
  const [from, to] = [percentile(waits, 50), percentile(waits, 90)];
  return from === null || to === null ? undefined : { from, to };
}

function toProvider(item: ProviderItem, times: readonly ResponseTimesItem[]): Provider {
  const byMonth = Map.groupBy(times, (each) => monthAndKey(each).month);
  const waits = waitsIn(times);
  return {
    key: keyOfProvider(item),
    name: item.name,
    sameAs: item.sameAs ?? null,
    phone: item.phone ?? null,
    email: item.email ?? null,
    post: item.post ?? null,
    portalUrl: item.portalUrl ?? null,
    takes: item.takes ?? null,
    notes: item.notes ?? null,
    version: item.version,
    answers: answersIn(times),
    p50: percentile(waits, 50),
    p90: percentile(waits, 90),
    months: [...byMonth]
      .map(([month, some]) => ({ month, answers: answersIn(some), p50: percentile(waitsIn(some), 50) }))
      .filter(({ answers }) => answers > 0)
      .sort((a, b) => (a.month < b.month ? -1 : 1)),
  };
}

export function toProviders(directory: Directory): Provider[] {
  const timesOf = timesFinder(directory);
  return directory.providers.map((item) => toProvider(item, timesOf(keyOfProvider(item))));
}

/** Fields whose values the audit log keeps. Notes are long, so it only names them. */
const SHORT = loggedOf(PROVIDER_FIELDS);

/** Returns a short field as people read it. */
function shownValue({ providers }: Directory, item: ProviderItem, field: (typeof SHORT)[number]): string | null {
  if (field === 'takes') return item.takes ? TAKES_TEXT[item.takes] : null;
  if (field !== 'sameAs') return item[field] ?? null;
  return providers.find((other) => keyOfProvider(other) === item.sameAs)?.name ?? item.sameAs ?? null;
}

const STALE = 'Someone else changed this provider. Their values are shown now. Try again if yours are still right.';

/** Throws 400 if either provider is in another relation of this kind: spellings are read over one hop. */
function checkSameAs({ providers }: Directory, key: string, sameAs: string): void {
  const other = providers.find((item) => keyOfProvider(item) === sameAs);
  if (!other || sameAs === key) throw invalid('sameAs', 'Choose another provider');
  if (other.sameAs) throw invalid('sameAs', `${other.name} is itself another spelling`);
  const spelling = providers.find((item) => item.sameAs === key);
  if (spelling) throw invalid('sameAs', `${spelling.name} is another spelling of this one`);
}

/** Changes a provider. Throws 404 for an unknown one, 409 for another version. */
export async function changeProvider(
  actor: EntryActor,
  directory: Directory,
  key: string,
  { version, ...sent }: ProviderChange,
  now: Date,
): Promise<Provider> {
  const before = directory.providers.find((item) => keyOfProvider(item) === key);
  if (!before) throw notFound('Provider not found');
  if (before.version !== version) throw conflict(STALE);
  const known: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(sent).filter(([name, value]) => (known[name] ?? null) !== (value ?? null));
  if (changed.length === 0) return toProvider(before, timesFinder(directory)(key));
  if (sent.sameAs) checkSameAs(directory, key, sent.sameAs);
  const set = Object.fromEntries(changed.map(([name, value]) => [name, value ?? undefined]));
  const after = { ...before, ...set, version: version + 1 } as ProviderItem;
  const changes = SHORT.filter((field) => after[field] !== before[field]).map((field) => ({
    field,
    was: shownValue(directory, before, field),
    is: shownValue(directory, after, field),
  }));
  const data = { name: before.name, fields: changed.map(([name]) => name), changes };
  // The other one may be removed, or become another spelling itself, only in its next version.
  const other = { add: { version: 1 }, when: [['pk', 'exists'] as const, ['sameAs', 'absent'] as const] };
  await transact([
    ...(sent.sameAs ? [{ update: directoryKey(sent.sameAs), change: other }] : []),
    {
      update: directoryKey(key),
      change: { set: { ...set, version: after.version }, when: [['version', '=', version]] },
      refuse: conflict(STALE),
    },
    firmEntry(actor, { action: 'provider-changed', data }, now),
  ]);
  const providers = directory.providers.map((item) => (item === before ? after : item));
  return toProvider(after, timesFinder({ ...directory, providers })(key));
}

const UNDER_WAY =
  'Letters of authority to this provider are under way. Note their answers or mark them as not needed, then remove it.';

/** Removes a provider from the directory. Throws 404 for an unknown one, 409 while a letter or a spelling needs it. */
export async function removeProvider(actor: EntryActor, { providers }: Directory, key: string, now: Date) {
  const found = providers.find((item) => keyOfProvider(item) === key);
  if (!found) throw notFound('Provider not found');
  const spelling = providers.find((item) => item.sameAs === key);
  if (spelling) throw conflict(`${spelling.name} is another spelling of this provider. Remove or change it first.`);
  await transact([
    { delete: found, when: [['version', '=', found.version]] },
    { delete: lettersKey(key), when: [['letters', 'absent or <', 1]], refuse: conflict(UNDER_WAY) },
    countProviders(-1),
    firmEntry(actor, { action: 'provider-removed', data: { name: found.name } }, now),
  ]);
}
