import { unchanged } from '#functions/aws/expressions.ts';
import { Conflict, deleteAll, get, type Item, query, transact } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { auditLog } from '#functions/services/audit-log/firm-log.ts';
import { timeKey } from '#functions/services/keys/ids.ts';
import { adviserPartition, isOf, PREFIX } from '#functions/services/keys/keys.ts';
import * as KEYS from '#functions/services/keys/kinds.ts';
import { type CounterItem, counterKey, NOTICE, type NoticeItem, removeNotices } from '#functions/services/notices.ts';
import { countOf } from '#shared/rules/words.ts';
import type { Finding } from './finding.ts';

/** How long what follows from a change may take to come: the stream brings each line in seconds, repeats in minutes. */
const UNDER_WAY_MS = 15 * 60_000;
const recently = () => new Date(Date.now() - UNDER_WAY_MS);

/** Whether a client or an account was deleted so lately that what follows from it may be under way. */
async function justDeleted(id: string): Promise<boolean> {
  const range = { after: `${PREFIX.activity}${timeKey(recently())}` };
  const { entries } = await auditLog({ ...range, limit: 10_000 });
  return entries.some((line) => line.v === 2 && line.ref === id && line.action.endsWith('-deleted'));
}

/** Whether an adviser may have notices of a client: it is the adviser's, or was until a moment ago. */
async function mayHave(adviserId: string, clientId: string): Promise<boolean> {
  const client = await get<ClientItem>(clientKey(clientId));
  if (!client) return justDeleted(clientId);
  const { lastUpdate } = client.card;
  return adviserIdOf(client) === adviserId || (lastUpdate !== undefined && lastUpdate > recently().toISOString());
}

/** A repair of several transactions, each under its conditions; `false` where one met another's write. */
const unlessMet = (repair: () => Promise<void>) => async () => {
  try {
    await repair();
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
};

/** Notices of clients that are gone or that another adviser has now. */
async function strayNotices(id: string, notices: readonly NoticeItem[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const clientId of new Set(notices.map((notice) => notice.clientId).filter((about) => about !== undefined)))
    if (!(await mayHave(id, clientId)))
      findings.push({
        where: `adviser ${id}`,
        problem: `has notices of client ${clientId}, which is gone or another adviser’s`,
        repair: unlessMet(() => removeNotices(id, clientId)),
      });
  return findings;
}

/** A count of unread notices that is not their number. Each new notice changes the count's time too: a repair holds only without one. */
function miscounted(id: string, counter: CounterItem | undefined, notices: readonly NoticeItem[]): Finding[] {
  const [stored, unread] = [counter?.unread ?? 0, notices.filter(({ read }) => !read).length];
  if (stored === unread) return [];
  const when = [unchanged('unread', counter?.unread), unchanged('latest', counter?.latest)];
  const change = { set: { v: 1, unread }, when };
  const repair = unlessMet(() => transact([{ update: counterKey(id), change }]));
  return [{ where: `adviser ${id}`, problem: `unread is ${stored}, recounted ${unread}`, repair }];
}

/** What is left in the partition of an account that is gone. Sessions, whole and half, end by themselves. */
async function leftBehind(id: string, items: readonly Item[]): Promise<Finding[]> {
  const left = items.filter((item) => !isOf(KEYS.session, item) && !isOf(KEYS.halfSession, item));
  if (left.length === 0 || (await justDeleted(id))) return [];
  const repair = async () => {
    if (await get(adviserKey(id))) return false;
    await deleteAll(left);
    return true;
  };
  return [{ where: `adviser ${id}`, problem: `does not exist, and has left ${countOf(left.length, 'item')}`, repair }];
}

/** What is wrong with an adviser's notices, and with what stands beside its account. */
export async function checkInbox(id: string): Promise<Finding[]> {
  // The count before the rows: a notice that comes between the two changes the count, and no repair holds.
  const counter = await get<CounterItem>(counterKey(id));
  const items = await query(adviserPartition(id), '');
  if (!items.some(({ sk }) => sk === adviserKey(id).sk)) return leftBehind(id, items);
  const notices = items.filter((item): item is Item & NoticeItem => item.sk.startsWith(NOTICE));
  return [...miscounted(id, counter, notices), ...(await strayNotices(id, notices))];
}
