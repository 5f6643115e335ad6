import type { StuckClient } from '#shared/contract/stuck.ts';
import { whoOf } from '#shared/rules/open-kinds.ts';
import { MOST_STUCK, stuckOf } from '#shared/rules/stuck.ts';
import { forbidden } from '../../services/errors.ts';
import { idOf } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import { assignee } from '../clients/assignments.ts';
import { toClient } from '../clients/client.ts';
import { namesForAll } from '../clients/firm-lists.ts';
import { reaches } from '../clients/reach.ts';
import { calendarOf } from '../loas/loa.ts';
import { stuckFacts } from '../open-work/load.ts';
import { type AnyRow, type ClientWork, forEachAdviser, workIn, workRows } from '../open-work/open-work.ts';
import { plannedAt, refusalNow } from '../reminders/facts.ts';

/** Refusal to show an adviser what concerns another. */
export const OTHERS = 'These figures are of another adviser';

/** Returns what the list offers for a client who is waited for, by the same rule that sends reminders. */
function reminderOf({ client, rows }: ClientWork, settings: Settings, now: Date): NonNullable<StuckClient['reminder']> {
  return {
    canSend: refusalNow(client, { open: rows, mailedAt: undefined }, settings, now) === undefined,
    plannedAt: plannedAt(client, now),
    isUnanswered: (client.summary.reminded?.n ?? 0) >= settings.reminders.tries,
  };
}

/** Returns the clients in lists whose journey does not move, in no order. */
function stuckIn(
  work: readonly ClientWork[],
  names: ReadonlyMap<string, string>,
  settings: Settings,
  now: Date,
): StuckClient[] {
  const calendar = calendarOf(now, settings);
  return work.flatMap((found) => {
    const client = toClient(found.client, names.get(idOf(found.client.gpk)) ?? '');
    const stuck = stuckOf(stuckFacts(client), found.items, settings.insight, calendar);
    if (!stuck) return [];
    const isClients = stuck.reason !== null && whoOf({ kind: stuck.reason }) === 'client';
    return [
      {
        clientId: client.id,
        clientName: client.name,
        adviserId: client.adviserId,
        adviserName: client.adviserName,
        status: client.status,
        stage: client.currentStage,
        stageSince: client.stageSince,
        phone: client.phone,
        reminder: isClients ? reminderOf(found, settings, now) : null,
        ...stuck,
      },
    ];
  });
}

/** Returns the names of the advisers whose clients are looked through. Throws 403 for another adviser's. */
async function chosenNames(actor: Staff, adviser: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (adviser === undefined) return namesForAll(actor, 'adviser', 'Choose an adviser');
  if (adviser === actor.id) return new Map([[actor.id, actor.name]]);
  if (!reaches(actor, adviser)) throw forbidden(OTHERS);
  return new Map([[adviser, (await assignee(adviser, 'adviser')).summary.name]]);
}

/**
 * Returns clients whose journey does not move, the longest quiet first. Throws 403 for another adviser's, and 400 if there
 * are too many clients.
 */
export async function stuckClients(
  actor: Staff,
  own: AnyRow[],
  { adviser }: { adviser?: string | undefined },
  settings: Settings,
  now: Date,
): Promise<StuckClient[]> {
  const names = await chosenNames(actor, adviser);
  const calendar = calendarOf(now, settings);
  let found: StuckClient[] = [];
  const take = (rows: AnyRow[]) => {
    found = [...found, ...stuckIn(workIn(rows, calendar), names, settings, now)]
      .sort((a, b) => b.quietDays - a.quietDays || (a.clientName < b.clientName ? -1 : 1))
      .slice(0, MOST_STUCK);
  };
  if (names.has(actor.id)) take(own);
  await forEachAdviser(
    [...names.keys()].filter((id) => id !== actor.id),
    workRows,
    take,
  );
  return found;
}
