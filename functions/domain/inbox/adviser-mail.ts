import { commonHashOf } from '#shared/audit-log/notice-places.ts';
import { rulesOf } from '#shared/audit-log/notices.ts';
import type { NoticeGroup } from '#shared/audit-log/told.ts';
import type { MailPreferences } from '#shared/contract/notifications.ts';
import { londonParts } from '#shared/rules/london.ts';
import type { MailChoice } from '#shared/rules/mail-choices.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { isWorkingDay, nextWorkingTime } from '#shared/rules/working-days.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, getTogether, itemAt, query, type Write } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { adviserPartition, childKeyOf, clientIdOf, itemKey } from '../../services/keys/keys.ts';
import { type DigestAddress, requestDigest, type Schedule, sendDigest } from '../../services/mail/digest-queue.ts';
import type { Email } from '../../services/mail/templates/layout.ts';
import { noticeEmail, summaryEmail } from '../../services/mail/templates/notices.ts';
import {
  isUnread,
  NOTICE,
  type NoticeItem,
  type PreferencesItem,
  preferencesKey,
  preferencesOf,
} from '../../services/notices.ts';
import type { DueItem } from '../../services/scheduler/scheduler.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader, mailProblemOf } from '../accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { reaches, reachOf } from '../clients/reach.ts';

const PAUSE_MS = 15 * MINUTE_MS;
const NO_CLIENT = 'firm';

const immediateDigest = (adviserId: string, clientId = NO_CLIENT): DigestAddress => ({
  ...itemKey(KEYS.adviserMail, adviserId, clientId),
  kind: KEYS.adviserMail.due,
  id: `${adviserId}.${clientId}`,
});

const dailyDigest = (adviserId: string): DigestAddress => ({
  ...itemKey(KEYS.dailyMail, adviserId),
  kind: KEYS.dailyMail.due,
  id: adviserId,
});

const afterPause: Schedule = (mailedAt, now) =>
  new Date(Math.max(now.getTime(), (mailedAt?.getTime() ?? 0) + PAUSE_MS));

const atOnce: Schedule = (_, now) => now;

const inTheMorning =
  ({ mail, firm }: Settings): Schedule =>
  (_, now) =>
    nextWorkingTime(now, mail.dailyAt, firm.closedDays);

interface MailedNotice {
  clientId: string | undefined;
  group: NoticeGroup;
  entryKey: string;
}

/**
 * Emails a notice as its reader chose: immediately, or in the summary of the next working day. A notice about security
 * does not wait for the pause after an earlier one: an attacker could cause that.
 */
export async function mailNotices(
  adviserId: string,
  { clientId, group, entryKey }: MailedNotice,
  choice: Exclude<MailChoice, 'off'>,
  now: Date,
): Promise<void> {
  if (choice === 'daily') {
    await requestDigest(dailyDigest(adviserId), entryKey, inTheMorning(await readSettings()), now);
    return;
  }
  const digest = immediateDigest(adviserId, clientId);
  const schedule = group === 'security' ? atOnce : afterPause;
  if (await requestDigest(digest, entryKey, schedule, now)) await sendImmediate(digest, now);
}

interface DigestNotice extends NoticeItem {
  entryKey: string;
}

async function unreadSince(
  adviserId: string,
  choice: MailChoice,
  from: string,
  wanted: (notice: NoticeItem) => boolean,
) {
  const range = { from: `${NOTICE}${from}`, keep: isUnread };
  const [found, chosen] = await Promise.all([
    query<NoticeItem>(adviserPartition(adviserId), NOTICE, range),
    get<PreferencesItem>(preferencesKey(adviserId)),
  ]);
  const preferences: MailPreferences = preferencesOf(chosen);
  return found
    .filter((notice) => preferences[rulesOf(notice.kind).group] === choice && wanted(notice))
    .map((notice): DigestNotice => ({ ...notice, entryKey: childKeyOf(notice) }));
}

async function readerOf(adviserId: string): Promise<AdviserItem | undefined> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  return account && !mailProblemOf(account) ? account : undefined;
}

async function composeImmediate(
  adviserId: string,
  [first, ...rest]: readonly DigestNotice[],
): Promise<Email | undefined> {
  const [account, { firm }] = await Promise.all([readerOf(adviserId), readSettings()]);
  if (!account || !first) return undefined;
  const path = first.clientId ? `/adviser/client/${first.clientId}${commonHashOf([first, ...rest])}` : '/inbox';
  return noticeEmail(firm, adviserReader(account), [first, ...rest], path);
}

async function composeDaily(
  adviserId: string,
  notices: readonly DigestNotice[],
  { firm }: Settings,
): Promise<Email | undefined> {
  const account = await readerOf(adviserId);
  return account && summaryEmail(firm, adviserReader(account), notices);
}

/** Returns the clients, by id, of whom the holder of an account may know now. */
async function reachedClients(
  account: AdviserItem | undefined,
  clientIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ClientItem>> {
  const ids = [...new Set(clientIds)];
  if (!account || ids.length === 0) return new Map();
  const items = await getTogether(ids.map(clientKey));
  const reach = reachOf(account, now);
  return new Map(
    ids.flatMap((id) => {
      const client = itemAt<ClientItem>(items, clientKey(id));
      return client && !client.deleting && reaches(reach, adviserIdOf(client)) ? [[id, client] as const] : [];
    }),
  );
}

/** Fails if the client was reassigned or is being deleted. */
const stillAssigned = (client: ClientItem): Write => ({
  check: clientKey(clientIdOf(client)),
  when: [unchanged('gpk', client.gpk), ['deleting', 'absent']],
});

export async function sendImmediate(due: DueItem, now: Date): Promise<void> {
  const [adviserId = '', clientId = NO_CLIENT] = due.id.split('.');
  const isOfClient = clientId !== NO_CLIENT;
  const account = isOfClient ? await get<AdviserItem>(adviserKey(adviserId)) : undefined;
  const client = isOfClient ? (await reachedClients(account, [clientId], now)).get(clientId) : undefined;
  await sendDigest(
    due,
    {
      load: async (from) =>
        isOfClient && !client
          ? []
          : unreadSince(adviserId, 'now', from, (notice) => (notice.clientId ?? NO_CLIENT) === clientId),
      compose: (notices) => composeImmediate(adviserId, notices),
      checks: client ? [stillAssigned(client)] : [],
      schedule: afterPause,
    },
    now,
  );
}

/** Returns an adviser's unread notices for the day's summary, without those of clients whom they may not know. */
async function summarised(adviserId: string, from: string, now: Date): Promise<DigestNotice[]> {
  const found = await unreadSince(adviserId, 'daily', from, () => true);
  const about = found.flatMap(({ clientId }) => clientId ?? []);
  const reached = await reachedClients(await get<AdviserItem>(adviserKey(adviserId)), about, now);
  return found.filter(({ clientId }) => clientId === undefined || reached.has(clientId));
}

export async function sendDaily(due: DueItem, now: Date): Promise<void> {
  const settings = await readSettings();
  await sendDigest(
    due,
    {
      load: (from) => summarised(due.id, from, now),
      compose: (notices) => composeDaily(due.id, notices, settings),
      checks: [],
      schedule: inTheMorning(settings),
      // A day may be closed after the summary was planned for it.
      isPaused: !isWorkingDay(londonParts(now).date, settings.firm.closedDays),
    },
    now,
  );
}
