import type { PortalReminders, Reminders } from '#shared/contract/reminders.ts';
import { addDays, dayOf, londonParts } from '#shared/rules/london.ts';
import type { OpenKind } from '#shared/rules/open-kinds.ts';
import {
  holdOn,
  MAIL_PAUSE_MS,
  nextReminder,
  type OpenThing,
  type ReminderFacts,
  refusalByHand,
} from '#shared/rules/reminders.ts';
import { type Key, query } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { clientPartition } from '../../services/keys/keys.ts';
import type { DigestItem } from '../../services/mail/digest-queue.ts';
import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from '../clients/client.ts';
import { FIRST_PERSON, isPerson, numberOf, type PersonItem, stoppedAtOf } from '../clients/person.ts';
import { openIn } from '../open-work/open-work.ts';
import type { RequestItem } from '../requests/request.ts';
import { isTask, type TaskItem } from '../tasks/task.ts';

/** Something open that the next reminder is about. */
export interface Thing extends OpenThing {
  id: string;
  title: string;
}

type WithReminders = Pick<ClientItem, 'summary'>;

/** Kinds of open items that clients are reminded of. */
const KIND: Readonly<Partial<Record<OpenKind, OpenThing['kind']>>> = { request: 'request', 'client-task': 'task' };

const latest = (...days: string[]) => days.sort().at(-1) ?? '';
const dayIf = (time: string | null | undefined) => (time ? dayOf(time) : '');

/**
 * Returns what a client can be reminded of in a request or task, also by its row in the list index; nothing in others.
 * `restartedOn` is the day on which the client's reminders last started over.
 */
export const thingsIn = (
  row: Key,
  { since: { taskReminders } }: Pick<Settings, 'since'>,
  restartedOn: string | undefined = '',
): Thing[] =>
  openIn(row).flatMap((open) => {
    const [kind, due] = [KIND[open.kind], open.due ?? undefined];
    if (!kind || (kind === 'task' && !due)) return [];
    const again = latest(isTask(row) ? dayIf(row.summary.askedAt) : '', restartedOn);
    const since = latest(dayIf(open.since), kind === 'task' ? dayIf(taskReminders) : '', again);
    return [{ kind, id: open.ref ?? '', title: open.title, due, since, isLate: due !== undefined && due < again }];
  });

const numbersOf = ({ summary: { people = [] } }: WithReminders) => [
  FIRST_PERSON,
  ...people.map(({ number }) => number),
];

/** Returns when the last of all people stopped reminders (ISO); undefined while somebody gets them. */
export function allStoppedAt(client: WithReminders): string | undefined {
  const times = numbersOf(client).map((number) => stoppedAtOf(client, number));
  return times.every((time) => time !== undefined) ? latest(...times) : undefined;
}

/** Returns if nobody can be emailed, or nobody of the others wants to. Rows of lists do not know whose mailbox bounces. */
function unreachable(client: WithReminders, open: readonly Key[]) {
  const bouncing = new Set(
    open
      .filter(isPerson)
      .filter(({ summary }) => summary.mailProblem)
      .map((own) => numberOf({ own })),
  );
  if (client.summary.mailProblem) bouncing.add(FIRST_PERSON);
  const reached = numbersOf(client).filter((number) => !bouncing.has(number));
  return {
    undelivered: reached.length === 0,
    stopped: reached.every((number) => stoppedAtOf(client, number) !== undefined),
  };
}

/** Sort keys from the people on: these, requests and tasks, without documents and letters. */
const CHILDREN = `${KEYS.client.sk}#`;

/** State of a client's reminders, as of one read. */
export interface ReminderFile {
  /** Rows of any kind. */
  open: readonly Key[];
  mailedAt: string | undefined;
}

/** Reads people, requests, tasks, and when anybody was last emailed about news, in one round. */
export async function readReminderFile(clientId: string): Promise<ReminderFile> {
  const [open, digests] = await Promise.all([
    query<PersonItem | RequestItem | TaskItem>(clientPartition(clientId), CHILDREN, { from: KEYS.person.sk }),
    query<DigestItem>(clientPartition(clientId), KEYS.clientMail.sk),
  ]);
  return { open, mailedAt: latest(...digests.map(({ mailedAt = '' }) => mailedAt)) || undefined };
}

/** Returns the first day on whose run an email sent at `mailedAt` is no longer recent. */
function mailFreeDay(mailedAt: string, at: string): string {
  const { date, time } = londonParts(new Date(Date.parse(mailedAt) + MAIL_PAUSE_MS));
  return time <= at ? date : addDays(date, 1);
}

/** Returns the kinds of things that the firm reminds this client of. */
function kindsFor({ summary }: WithReminders, { reminders: { requests, tasks } }: Settings): Thing['kind'][] {
  if (summary.reminders?.disabled) return [];
  return [...(requests ? ['request' as const] : []), ...(tasks ? ['task' as const] : [])];
}

const areOff = (client: WithReminders, settings: Settings) => kindsFor(client, settings).length === 0;

/** Facts that the rules of reminders decide by. If reminders are off, all that is open can still be mailed by hand. */
export function factsOf(
  client: WithReminders,
  { open, mailedAt }: ReminderFile,
  settings: Settings,
): Omit<ReminderFacts, 'things'> & { things: Thing[] } {
  const { completedAt, reminded, visitedAt } = client.summary;
  const kinds = kindsFor(client, settings);
  const off = kinds.length === 0;
  return {
    off,
    things: open
      .flatMap((row) => thingsIn(row, settings, reminded?.since))
      .filter(({ kind }) => off || kinds.includes(kind)),
    completed: completedAt !== undefined,
    suspended: client.summary.portalSuspended === true,
    ...unreachable(client, open),
    pausedUntil: client.summary.reminders?.pausedUntil,
    lastOn: reminded?.on,
    sinceVisit: reminded?.n ?? 0,
    tries: settings.reminders.tries,
    visitedOn: visitedAt && dayOf(visitedAt),
    mailFreeOn: mailedAt && mailFreeDay(mailedAt, settings.reminders.at),
  };
}

/**
 * Returns the facts as they were before today's reminder of a client with several people. So a repeated run mails the
 * people that a failure left out. Markers stop a second email to the others.
 */
export const beforeToday = <F extends ReminderFacts>(facts: F, client: WithReminders, today: string): F =>
  facts.lastOn === today && client.summary.people
    ? { ...facts, lastOn: undefined, sinceVisit: Math.max(0, facts.sinceVisit - 1) }
    : facts;

/** Returns when a reminder leaves that staff asked for in quiet hours; null if none is planned. */
export const plannedAt = ({ summary }: WithReminders, now: Date) =>
  summary.reminded?.plannedAt !== undefined && summary.reminded.plannedAt > now.toISOString()
    ? summary.reminded.plannedAt
    : null;

/** Returns why staff cannot send a reminder now; undefined if they can. */
export const refusalNow = (client: WithReminders, file: ReminderFile, settings: Settings, now: Date) =>
  refusalByHand(
    { ...factsOf(client, file, settings), planned: plannedAt(client, now) !== null },
    londonParts(now).date,
  );

/** Returns the end of a pause, also while reminders are off; null without a pause. */
const pauseEnd = ({ summary: { reminders: { pausedUntil = '' } = {} } }: WithReminders, today: string) =>
  pausedUntil > today ? pausedUntil : null;

function stateOf(
  client: WithReminders,
  settings: Settings,
  { isStopped, today }: { isStopped: boolean; today: string },
): Reminders['state'] {
  if (isStopped) return 'stopped';
  if (areOff(client, settings)) return 'off';
  if (pauseEnd(client, today) !== null) return 'paused';
  return (client.summary.reminded?.n ?? 0) >= settings.reminders.tries ? 'silent' : 'on';
}

/** Returns what a person of the client sees. A completed journey has no reminders. */
export function stateForPerson(
  client: WithReminders,
  person: number,
  settings: Settings,
  now: Date,
): Omit<PortalReminders, 'key'> {
  const today = londonParts(now).date;
  const known = stateOf(client, settings, { isStopped: stoppedAtOf(client, person) !== undefined, today });
  const isOver = client.summary.completedAt !== undefined && known !== 'stopped';
  const state = isOver ? 'off' : known === 'silent' ? 'on' : known;
  return { state, until: state === 'paused' ? pauseEnd(client, today) : null };
}

/** Returns what staff see of a client's reminders. */
export function toReminders(client: ClientItem, file: ReminderFile, settings: Settings, now: Date): Reminders {
  const { date: today, time } = londonParts(now);
  const { closedDays } = settings.firm;
  const facts = factsOf(client, file, settings);
  const hold = holdOn(facts, today);
  const stoppedAt = allStoppedAt(client);
  // After today's run, the next one is tomorrow's.
  const from = time <= settings.reminders.at ? today : addDays(today, 1);
  return {
    disabled: client.summary.reminders?.disabled ?? false,
    state: stateOf(client, settings, { isStopped: stoppedAt !== undefined, today }),
    until: (stoppedAt === undefined ? pauseEnd(client, today) : null) ?? hold?.until ?? null,
    stoppedAt: stoppedAt ?? null,
    lastOn: facts.lastOn ?? null,
    plannedAt: plannedAt(client, now),
    sent: client.summary.reminded?.total ?? 0,
    sinceVisit: facts.sinceVisit,
    next: nextReminder(facts, from, closedDays) ?? null,
    why: hold?.why ?? null,
    about: facts.things.map(({ kind, id, title, due }) => ({ kind, id, title, dueDate: due ?? null })),
  };
}
