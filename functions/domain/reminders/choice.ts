import type { Happened } from '#shared/audit-log/actions.ts';
import type { OwnReminders, RemindersChange } from '#shared/contract/reminders.ts';
import { MAX_REMINDER_PAUSE_DAYS, REMINDER_PAUSE_BY_CLIENT_DAYS } from '#shared/rules/lifetimes.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { REMINDER_TEXTS } from '#shared/rules/reminders.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { getTogether, itemAt, transact } from '../../aws/table.ts';
import { conflict, forbidden, invalid, lockedOut, notFound } from '../../services/errors.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import { REMINDER_CHANGES } from '../../services/limits.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { SETTINGS_KEY, type Settings, settingsAmong } from '../../services/settings.ts';
import { type ClientItem, clientKey, type ReminderChoices } from '../clients/client.ts';
import { accessConditions, type ChangeContext, entryWrites, entryWritesOfLink } from '../clients/client-writes.ts';
import { idOfPerson, isFirst, numberOf, type Person, personIn, personKeys, stoppedAtOf } from '../clients/person.ts';
import { restarted } from '../clients/restarted-reminders.ts';
import { allStoppedAt, stateForPerson } from './facts.ts';
import { isLive, isOld, type KeyClaim, readKey } from './key.ts';

const defined = (choices: ReminderChoices): ReminderChoices =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));

/** Writes changed choices with their audit entry. Conflicts with any other change of them. */
async function write(context: ChangeContext, choices: ReminderChoices, happened: Happened): Promise<ClientItem> {
  const { client } = context;
  const reminders = defined(choices);
  const { reminders: before, people } = client.summary;
  const when = [
    ...accessConditions(context),
    unchanged('summary/reminders', before),
    unchanged('summary/people', people),
  ];
  await transact(entryWrites(context, happened, when, { 'summary/reminders': reminders }));
  return { ...client, summary: { ...client.summary, reminders } };
}

function checkPause(until: string, today: string): void {
  if (until <= today) throw invalid('pausedUntil', REMINDER_TEXTS.pastDay);
  if (until > addDays(today, MAX_REMINDER_PAUSE_DAYS)) throw invalid('pausedUntil', REMINDER_TEXTS.tooLong);
}

/** Switches reminders of a client on or off, or changes their pause, for staff. Throws 409 if the client has stopped reminders, and 400 for a wrong day. */
export async function changeReminders(
  context: ChangeContext,
  { disabled, pausedUntil }: RemindersChange,
): Promise<ClientItem> {
  const { client, now } = context;
  const before = client.summary.reminders ?? {};
  if (allStoppedAt(client) !== undefined) throw conflict(REMINDER_TEXTS.stopped);
  const today = londonParts(now).date;
  if (pausedUntil) checkPause(pausedUntil, today);
  const isOther = disabled !== undefined && disabled !== (before.disabled ?? false);
  const isMoved = pausedUntil !== undefined && (pausedUntil ?? undefined) !== before.pausedUntil;
  if (!isOther && !isMoved) return client;
  const after = {
    ...before,
    ...(isOther && { disabled: disabled || undefined }),
    ...(isMoved && { pausedUntil: pausedUntil ?? undefined }),
  };
  const data = { ...(isOther && { disabled }), ...(isMoved && { until: pausedUntil }) };
  return write(context, after, { action: 'reminders-set', data });
}

/** Person of a reminder's key, as read with the firm's settings. */
export interface KeyHolder {
  claim: KeyClaim;
  person: Person;
  settings: Settings;
}

/** Reads the person of a key. Throws 404 for a key that is unknown or has ended, or once they were deleted. */
export async function readByKey(key: string): Promise<KeyHolder> {
  const claim = await readKey(key);
  if (!claim) throw notFound(REMINDER_TEXTS.linkDead);
  const at = clientKey(claim.clientId);
  const items = await getTogether([at, SETTINGS_KEY, ...personKeys(claim.clientId, claim.person)]);
  const client = itemAt<ClientItem>(items, at);
  const person = client && personIn(items, client, claim.person);
  if (!person || person.client.deleting || !isLive(claim, person)) throw notFound(REMINDER_TEXTS.linkDead);
  return { claim, person, settings: settingsAmong(items) };
}

export function toOwnReminders({ claim, person, settings }: KeyHolder, now: Date): OwnReminders {
  const { name, phone } = settings.firm;
  const state = stateForPerson(person.client, claim.person, settings, now);
  return { firm: { name, phone }, onlyStop: isOld(claim, now), ...state };
}

/** Choices of a person: a stop of their own, and the pause of all people. */
type OwnChoices = Pick<ReminderChoices, 'stoppedAt' | 'pausedUntil'>;

interface Choice {
  choices: OwnChoices;
  happened: Happened;
  /** Set if the press answers earlier reminders. */
  restarts?: true;
}

type Choose = (before: OwnChoices, now: Date) => Choice | undefined;

export const STOP: Choose = ({ stoppedAt, pausedUntil }, now) =>
  stoppedAt === undefined
    ? {
        choices: { stoppedAt: now.toISOString(), pausedUntil },
        happened: { action: 'reminders-stopped', data: {} },
      }
    : undefined;

export const PAUSE: Choose = (before, now) => {
  const until = addDays(londonParts(now).date, REMINDER_PAUSE_BY_CLIENT_DAYS);
  if (before.stoppedAt === undefined && before.pausedUntil === until) return undefined;
  return {
    choices: { pausedUntil: until },
    happened: { action: 'reminders-paused', data: { until } },
    restarts: true,
  };
};

export const RESUME: Choose = ({ stoppedAt, pausedUntil }) =>
  stoppedAt === undefined && pausedUntil === undefined
    ? undefined
    : {
        choices: {},
        happened: { action: 'reminders-resumed', data: {} },
        restarts: true,
      };

interface Press {
  now: Date;
  once: (effect: () => Promise<void>) => Promise<void>;
}

/** Returns the client's changed choices, and those of people besides the first. */
function chosenBy({ client, own }: Person, { stoppedAt, pausedUntil }: OwnChoices) {
  const { reminders = {}, people } = client.summary;
  if (isFirst({ own })) return { 'summary/reminders': defined({ ...reminders, stoppedAt, pausedUntil }) };
  const number = numberOf({ own });
  return {
    'summary/reminders': defined({ ...reminders, pausedUntil }),
    'summary/people': people?.map((one) => (one.number === number ? { ...one, stoppedAt } : one)),
  };
}

/**
 * Applies a press of a person. Repeated, it changes nothing. Throws 403 for an old key, and 429 after ten changes an
 * hour. A stop is never refused; between two of them is a change that counts.
 */
export async function choose({ claim, person }: KeyHolder, choice: Choose, { now, once }: Press): Promise<void> {
  if (choice !== STOP && isOld(claim, now)) throw forbidden(REMINDER_TEXTS.linkOld);
  const { client, own } = person;
  const { reminders, people, reminded } = client.summary;
  const before = { stoppedAt: stoppedAtOf(client, claim.person), pausedUntil: reminders?.pausedUntil };
  const chosen = choice(before, now);
  if (!chosen) return;
  if (choice !== STOP)
    await once(async () => {
      const wait = await consumeAttempt('reminders', idOfPerson(person), REMINDER_CHANGES, now);
      if (wait > 0) throw lockedOut(wait, REMINDER_TEXTS.oftenChanged);
    });
  const actor = { kind: 'client', id: clientIdOf(client), name: own.summary.name, person } as const;
  const when: Condition[] = [
    ['summary/portalSuspended', 'absent'],
    unchanged('summary/reminders', reminders),
    unchanged('summary/people', people),
    unchanged('summary/reminded', reminded),
  ];
  const set = { ...chosenBy(person, chosen.choices), ...(chosen.restarts && restarted(client, now)) };
  await transact(entryWritesOfLink({ actor, client, now }, person, chosen.happened, when, set));
}
