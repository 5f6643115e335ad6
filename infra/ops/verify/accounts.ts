import { unchanged } from '#functions/aws/expressions.ts';
import { Conflict } from '#functions/aws/retry.ts';
import { deleteAll, get, type Item, itemAt, queryIndex, remove, transact, tryUpdate } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey, directoryKeys, isKnownRole } from '#functions/domain/accounts/account.ts';
import { FACTOR, factorKey, factorsOn, sameFactors, TOTP } from '#functions/domain/accounts/factors/factors.ts';
import { PASSKEYS } from '#functions/domain/accounts/factors/passkeys.ts';
import { adviserIdOf, type ClientItem, type ClientRow, clientKey, toFacts } from '#functions/domain/clients/client.ts';
import type { Finding } from '#functions/domain/finding.ts';
import { auditLog } from '#functions/services/audit-log/firm-log.ts';
import { type ClientCounts, countsKey } from '#functions/services/client-counts.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import {
  adviserPartition,
  childKeyOf,
  clientIdOf,
  FIRM_COUNTERS,
  idOf,
  isOf,
  PREFIX,
  timeKey,
} from '#functions/services/keys/keys.ts';
import { type CounterItem, counterKey, NOTICE, type NoticeItem, removeNotices } from '#functions/services/notices.ts';
import { countClients } from '#shared/rules/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { checkReservation } from './addresses.ts';
import type { Source } from './source.ts';

/** Compares an adviser's counts with the clients in their list. A repair also makes counts that are missing. */
function miscountedClients(id: string, counts: ClientCounts | undefined, clients: readonly ClientRow[]): Finding[] {
  const counted = countClients(clients.map(toFacts));
  const names = Object.keys(counted) as (keyof typeof counted)[];
  const wrong = names.filter((name) => counts?.[name] !== counted[name]);
  if (wrong.length === 0) return [];
  const problem = counts
    ? wrong.map((name) => `${name} is ${counts[name]}, recounted ${counted[name]}`).join('; ')
    : 'has no counts of clients';
  const when = names.map((name) => unchanged(name, counts?.[name]));
  const repair = () => tryUpdate(countsKey(id), { set: { v: 1, ...counted }, when });
  return [{ where: `adviser ${id}`, problem, repair }];
}

/** Finds counts of accounts that are gone. */
export async function checkCounts(source: Source): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const counts of await source.partition(KEYS.clientCounts.pk, KEYS.clientCounts.sk)) {
    const id = childKeyOf(counts);
    if (await source.get(adviserKey(id))) continue;
    const repair = async () => {
      if (await get(adviserKey(id))) return false;
      await remove(counts);
      return true;
    };
    findings.push({ where: `adviser ${id}`, problem: 'does not exist, but has counts of clients', repair });
  }
  return findings;
}

/** Checks that a client's adviser exists. `known` are accounts that certainly do. */
export async function checkAdviser(client: ClientItem, known: ReadonlySet<string>): Promise<Finding[]> {
  const adviserId = adviserIdOf(client);
  if (known.has(adviserId) || (await get(adviserKey(adviserId)))) return [];
  return [{ where: `client ${clientIdOf(client)}`, problem: `its adviser ${adviserId} does not exist` }];
}

/** Checks one adviser's account: client count, address, role and place in the directory. */
export async function checkAccount(id: string, source: Source): Promise<Finding[]> {
  const where = `adviser ${id}`;
  // Reads the counts first: a change in between changes them too, and the repair fails.
  const counts = await source.get<ClientCounts>(countsKey(id));
  const [adviser, clients] = await Promise.all([
    source.get<AdviserItem>(adviserKey(id)),
    queryIndex<ClientRow>(adviserPartition(id), PREFIX.indexedClient),
  ]);
  if (!adviser)
    return clients.length > 0
      ? [{ where, problem: `does not exist but has ${countOf(clients.length, 'client')}` }]
      : [];
  const findings = miscountedClients(id, counts, clients);
  findings.push(...(await checkReservation(adviser, source)));
  if (!isKnownRole(adviser.summary.role)) findings.push({ where, problem: 'has an unknown role, and no permissions' });
  const place = directoryKeys(id, adviser.summary.name);
  if (adviser.gpk !== place.gpk || adviser.gsk !== place.gsk) {
    const change = {
      set: place,
      when: [unchanged('gsk', adviser.gsk), unchanged('summary/name', adviser.summary.name)],
    };
    findings.push({
      where,
      problem: 'has a wrong place in the directory',
      repair: () => tryUpdate(adviserKey(id), change),
    });
  }
  return findings;
}

export async function checkAdmins(source: Source): Promise<Finding[]> {
  const [firm, advisers] = await Promise.all([source.get<Item>(FIRM_COUNTERS), source.accounts()]);
  const admins = advisers.filter(({ summary }) => summary.role === 'admin').length;
  if ((firm?.admins ?? 0) === admins) return [];
  const repair = () => tryUpdate(FIRM_COUNTERS, { set: { admins }, when: [unchanged('admins', firm?.admins)] });
  return [{ where: 'firm', problem: `admins is ${firm?.admins ?? 0}, recounted ${admins}`, repair }];
}

/** Checks how many views each adviser and the firm have. */
export async function checkViews(source: Source): Promise<Finding[]> {
  const items = (await source.others()).filter(({ pk }) => pk.startsWith(KEYS.view.pk));
  return [...Map.groupBy(items, ({ pk }) => pk)].flatMap(([pk, own]) => {
    const stored = own.find((item) => isOf(KEYS.viewCount, item))?.views;
    const views = own.filter((item) => isOf(KEYS.view, item)).length;
    if ((stored ?? 0) === views) return [];
    const change = { set: { v: 1, views }, when: [unchanged('views', stored)] };
    const problem = `are counted as ${stored ?? 0}, recounted ${views}`;
    const repair = () => tryUpdate({ pk, sk: KEYS.viewCount.sk }, change);
    return [{ where: `views of ${idOf(pk)}`, problem, repair }];
  });
}

/** Checks that an account's note of its second factors matches the stored factors. */
export async function checkFactors(id: string, source: Source): Promise<Finding[]> {
  const [account, factors] = [
    await source.get<AdviserItem>(adviserKey(id)),
    await source.partition(adviserPartition(id), FACTOR),
  ];
  if (!account) return [];
  const hasApp = factors.some(({ sk }) => sk === factorKey(id, TOTP).sk);
  const passkeys = factors.filter(({ sk }) => sk.startsWith(PASSKEYS)).length;
  const set = factorsOn({ totp: hasApp || undefined, passkeys });
  const { totp, summary } = account;
  const asStored = [totp, account.passkeys, summary.secondFactor];
  const problem = `its second factors are not stored correctly: found ${passkeys} passkeys and ${hasApp ? 'an' : 'no'} app`;
  const repair = () => tryUpdate(adviserKey(id), { set, when: sameFactors(account) });
  return Object.values(set).every((value, i) => value === asStored[i])
    ? []
    : [{ where: `adviser ${id}`, problem, repair }];
}

/** Time that event handlers may take: the stream delivers in seconds, and retries take minutes. */
const UNDER_WAY_MS = 15 * MINUTE_MS;
const recently = () => new Date(Date.now() - UNDER_WAY_MS);

/** Returns true if a client or account was deleted so recently that event handlers may still run. */
async function justDeleted(id: string): Promise<boolean> {
  const range = { after: `${PREFIX.activity}${timeKey(recently())}` };
  const { entries } = await auditLog({ ...range, limit: 10_000 });
  return entries.some((entry) => entry.ref === id && entry.action.endsWith('-deleted'));
}

/** Returns true if an account may have notices of a client. Those of an ended cover stay hidden until they expire. */
async function mayHave({ pk, summary }: AdviserItem, clientId: string, source: Source): Promise<boolean> {
  const client = await source.get<ClientItem>(clientKey(clientId));
  if (!client) return justDeleted(clientId);
  const { lastUpdate } = client.summary;
  const advisers = [idOf(pk), ...(summary.works ?? []).map((row) => row.id)];
  return advisers.includes(adviserIdOf(client)) || (lastUpdate !== undefined && lastUpdate > recently().toISOString());
}

/** Runs a repair of several transactions. Returns false after a write conflict. */
const unlessConflict = (repair: () => Promise<void>) => async () => {
  try {
    await repair();
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
};

/** Finds notices of clients that are gone or have another adviser. */
async function strayNotices(account: AdviserItem, notices: readonly NoticeItem[], source: Source): Promise<Finding[]> {
  const id = idOf(account.pk);
  const findings: Finding[] = [];
  for (const clientId of new Set(notices.map((notice) => notice.clientId).filter((about) => about !== undefined)))
    if (!(await mayHave(account, clientId, source)))
      findings.push({
        where: `adviser ${id}`,
        problem: `has notices of client ${clientId}, who is gone or has another adviser`,
        repair: unlessConflict(() => removeNotices(id, clientId)),
      });
  return findings;
}

/** Checks the count of unread notices. A repair fails if a notice arrives, because that changes `latest` too. */
function miscounted(id: string, counter: CounterItem | undefined, notices: readonly NoticeItem[]): Finding[] {
  const [stored, unread] = [counter?.unread ?? 0, notices.filter(({ read }) => !read).length];
  if (stored === unread) return [];
  const when = [unchanged('unread', counter?.unread), unchanged('latest', counter?.latest)];
  const change = { set: { v: 1, unread }, when };
  const repair = unlessConflict(() => transact([{ update: counterKey(id), change }]));
  return [{ where: `adviser ${id}`, problem: `unread is ${stored}, recounted ${unread}`, repair }];
}

/** Finds items of an account that is gone. Sessions are left out, because they expire. */
async function leftBehind(id: string, items: readonly Item[]): Promise<Finding[]> {
  const left = items.filter((item) => !isOf(KEYS.session, item) && !isOf(KEYS.halfSession, item));
  if (left.length === 0 || (await justDeleted(id))) return [];
  const repair = async () => {
    if (await get(adviserKey(id))) return false;
    await deleteAll(left);
    return true;
  };
  return [{ where: `adviser ${id}`, problem: `does not exist, but has left ${countOf(left.length, 'item')}`, repair }];
}

/** Checks an adviser's notices, or the items that a deleted account left. */
export async function checkInbox(id: string, source: Source): Promise<Finding[]> {
  // Reads the count before the notices: one that arrives in between changes the count, and the repair fails.
  const counter = await source.get<CounterItem>(counterKey(id));
  const items = await source.partition(adviserPartition(id));
  const account = itemAt<AdviserItem>(items, adviserKey(id));
  if (!account) return leftBehind(id, items);
  const notices = items.filter((item): item is Item & NoticeItem => item.sk.startsWith(NOTICE));
  return [...miscounted(id, counter, notices), ...(await strayNotices(account, notices, source))];
}
