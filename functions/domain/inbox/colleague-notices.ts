import { hasEnded, sayColleagues, sayDays } from '#shared/rules/colleagues.ts';
import { londonParts } from '#shared/rules/london.ts';
import { get, getTogether, itemAt, query } from '../../aws/table.ts';
import { dataOf, type EntryOf } from '../../services/audit-log/entry.ts';
import { adviserPartition } from '../../services/keys/keys.ts';
import { NOTICE, type NoticeItem, removeNotices } from '../../services/notices.ts';
import { type AdviserItem, adviserKey } from '../accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import { reaches, reachOf } from '../clients/reach.ts';
import { listedColleagueIds, notify } from './notify.ts';

type ColleagueEntry = EntryOf<'works-changed' | 'cover-set' | 'cover-removed'>;

/** Returns the id of the person who may have lost sight of an adviser's clients. */
function formerColleague(entry: ColleagueEntry): string | undefined {
  if (entry.action === 'works-changed') return entry.ref;
  return entry.action === 'cover-set' ? dataOf(entry, 'cover-set').former : dataOf(entry, 'cover-removed').to;
}

/** Removes notices of clients whom somebody no longer works for. Those of an ended cover stay hidden until they expire. */
export async function removeColleagueNotices(entry: ColleagueEntry, now: Date): Promise<void> {
  const id = formerColleague(entry);
  const account = id === undefined ? undefined : await get<AdviserItem>(adviserKey(id));
  if (id === undefined || !account) return;
  const notices = await query<NoticeItem>(adviserPartition(id), NOTICE);
  const clientIds = new Set(notices.flatMap(({ clientId }) => clientId ?? []));
  const items = await getTogether([...clientIds].map(clientKey));
  const reach = reachOf(account, now);
  for (const clientId of clientIds) {
    const client = itemAt<ClientItem>(items, clientKey(clientId));
    if (!client || !reaches(reach, adviserIdOf(client))) await removeNotices(id, clientId);
  }
}

/** Notifies the people concerned that somebody works with somebody, or no longer. */
export async function notifyColleagues(entry: ColleagueEntry, now: Date): Promise<void> {
  for (const [id, text] of colleagueTexts(entry, londonParts(now).date))
    if (id !== entry.actorId && (await get(adviserKey(id))))
      await notify(id, entry, { kind: 'colleagues', text }, undefined, now);
}

function colleagueTexts(entry: ColleagueEntry, today: string): (readonly [string, string])[] {
  const { actorName } = entry;
  switch (entry.action) {
    case 'cover-set': {
      const { to, from, until, former } = dataOf(entry, 'cover-set');
      const ended = former === undefined ? [] : [[former, `You no longer cover for ${actorName}`] as const];
      return [[to, `You cover for ${actorName} ${sayDays({ from, until })}`], ...ended];
    }
    case 'cover-removed':
      return [[dataOf(entry, 'cover-removed').to, `You no longer cover for ${actorName}`]];
    default: {
      const { name, works, uncovered = [] } = dataOf(entry, 'works-changed');
      const ended = uncovered.map((id) => [id, `${actorName} ended ${name}’s cover for you`] as const);
      const current = works.filter((row) => !hasEnded(row, today));
      return [[entry.ref ?? '', `You now work with ${sayColleagues(current)}`], ...ended];
    }
  }
}

/** Removes a deleted client's notices from the inboxes of those who work or worked with the adviser. */
export async function removeDeletedNotices(entry: EntryOf<'client-deleted'>): Promise<void> {
  const { adviserId } = dataOf(entry, entry.action);
  for (const id of await listedColleagueIds(adviserId)) if (entry.ref) await removeNotices(id, entry.ref);
}
