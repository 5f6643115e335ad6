import { londonInstant, londonParts } from '#shared/rules/london.ts';
import { holdOn } from '#shared/rules/reminders.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';
import { Conflict, retried } from '../../aws/retry.ts';
import { type DueRow, get, put, queryIndex, transact, tryUpdate } from '../../aws/table.ts';
import { TTL_ATTRIBUTE } from '../../aws/table-index.ts';
import { storeLoad } from '../../services/client-counts.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { adviserPartition, clientIdOf, idOf } from '../../services/keys/keys.ts';
import { logEvent, logFault, logRun, MailDeferred } from '../../services/log/log.ts';
import { markerEnd, occasionKey } from '../../services/mail/send.ts';
import { mapConcurrent } from '../../services/map-concurrent.ts';
import { type DueItem, dueKeys, notDue } from '../../services/scheduler/scheduler.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { allAdvisers } from '../accounts/account.ts';
import type { ClientRow } from '../clients/client.ts';
import { loadIn } from '../open-work/load.ts';
import type { AnyRow } from '../open-work/open-work.ts';
import { isClient } from '../tasks/task.ts';
import { quietEnd } from './ask.ts';
import { beforeToday, factsOf } from './facts.ts';
import { remind } from './reminder.ts';
import { sendWeeklyList } from './weekly-list.ts';

// A run looks once a working day at who is to be reminded. Nothing is planned ahead, so no plan can be out of date.
// - From the firm's time on, `beginRun` puts a due item for each adviser, and then a marker that it has.
// - The sweep runs `remindForAdviser` for each of them. It reads the adviser's list once, stores the load, and then reads
//   each client it may remind.

export const REMINDER_RUN = KEYS.sentMail.due;
/** Runs of firms that remind before 11:00 are late from 12:00 on: the job missed four ticks or more. */
const [EARLY_BEFORE, LATE_FROM] = ['11:00', '12:00'];
const CONCURRENCY = 8;
/** One after another, an adviser's clients would get half the emails that SES takes in a second. */
const CLIENTS_AT_ONCE = 4;
const ALL = 'firm';

const markerKey = (ref: string, date: string) => occasionKey({ purpose: REMINDER_RUN, ref, slot: date });

/** Returns when reminders of a day leave: at the firm's time, or at the end of quiet hours. */
function leavesAt(date: string, settings: Settings): Date {
  const start = londonInstant(date, settings.reminders.at);
  return quietEnd(settings, start) ?? start;
}

const isLate = (date: string, settings: Settings, now: Date) =>
  now >= londonInstant(date, LATE_FROM) && leavesAt(date, settings) < londonInstant(date, EARLY_BEFORE);

async function putRow(adviserId: string, date: string, at: Date, now: Date): Promise<DueRow> {
  const row = { ...markerKey(adviserId, date), ...dueKeys(at, REMINDER_RUN, `${adviserId}.${date}`) };
  try {
    await transact([{ put: { ...row, v: 1, [TTL_ATTRIBUTE]: markerEnd(now) }, when: [['pk', 'absent']] }]);
  } catch (error) {
    // An earlier tick has put it.
    if (!(error instanceof Conflict)) throw error;
  }
  return row;
}

/** Begins today's run if it is due. Returns its due items, because the index shows them a moment later. Idempotent. */
export async function beginRun(now: Date): Promise<DueRow[]> {
  const settings = await readSettings();
  const { date, time } = londonParts(now);
  const { at } = settings.reminders;
  if (time < at || !isWorkingDay(date, settings.firm.closedDays)) return [];
  const begun = markerKey(ALL, date);
  if (await get(begun)) return [];
  const start = leavesAt(date, settings);
  const rows: DueRow[] = [];
  await mapConcurrent(await allAdvisers(), CONCURRENCY, async ({ pk }) => {
    rows.push(await putRow(idOf(pk), date, start, now));
  });
  await put({ ...begun, v: 1, [TTL_ATTRIBUTE]: markerEnd(now) });
  return start <= now ? rows : [];
}

/** Returns false for clients whose rows show already that no reminder leaves, whether or not they answered the last. */
function isCandidate(client: ClientRow, rows: readonly AnyRow[], settings: Settings, today: string): boolean {
  const facts = factsOf(client, { open: rows, mailedAt: undefined }, settings);
  return holdOn({ ...beforeToday(facts, client, today), sinceVisit: 0 }, today) === undefined;
}

async function countLoad(adviserId: string, rows: readonly AnyRow[], settings: Settings, now: Date): Promise<void> {
  const load = { ...loadIn(rows, settings, now), at: now.toISOString() };
  await retried(() => storeLoad(adviserId, load));
}

/** Stores an adviser's load, and sends the weekly list and one reminder for each client who is to get one. Idempotent. */
export async function remindForAdviser(due: DueItem, now: Date, hasTime: () => boolean): Promise<void> {
  const settings = await readSettings();
  const end = quietEnd(settings, now);
  if (end) return transact([{ update: due, change: { set: dueKeys(end, due.kind, due.id) } }]);
  const [adviserId = '', date = ''] = due.id.split('.');
  if (isLate(date, settings, now)) logFault('late reminders', undefined, { adviser: adviserId });
  const { closedDays } = settings.firm;
  const today = londonParts(now).date;
  let next = notDue;
  if (isWorkingDay(today, closedDays)) {
    const rows = await queryIndex<AnyRow>(adviserPartition(adviserId), '');
    const load = countLoad(adviserId, rows, settings, now);
    // A list or a load that fails keeps no client waiting.
    const list = sendWeeklyList(adviserId, rows, settings, { date, now });
    await Promise.allSettled([load, list]);
    const isComplete = await remindAll(rows, settings, now, hasTime);
    await Promise.all([load, list]);
    if (!isComplete) next = { set: dueKeys(now, due.kind, due.id) };
  }
  await tryUpdate(due, next);
}

/** Returns false if there was no time for all clients. A repeated run skips those who were reminded. */
async function remindAll(
  rows: readonly AnyRow[],
  settings: Settings,
  now: Date,
  hasTime: () => boolean,
): Promise<boolean> {
  const today = londonParts(now).date;
  const ofClient = Map.groupBy(rows, ({ pk }) => pk);
  const candidates = rows
    .filter(isClient)
    .filter((client) => isCandidate(client, ofClient.get(client.pk) ?? [], settings, today));
  const counts: Record<string, number> = { sent: 0 };
  const count = (outcome: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };
  const failures: unknown[] = [];
  await mapConcurrent(candidates, CLIENTS_AT_ONCE, async (client) => {
    if (!hasTime()) return count('later');
    try {
      count(await retried(() => remind(clientIdOf(client), settings, now)));
    } catch (error) {
      failures.push(error);
      if (error instanceof MailDeferred) count('deferred');
      else logEvent({ what: 'reminder', pk: client.pk, sk: client.sk }, error);
    }
  });
  logRun(REMINDER_RUN, { clients: candidates.length, ...counts });
  if (failures.length > 0) throw failures[0];
  return counts.later === undefined;
}
