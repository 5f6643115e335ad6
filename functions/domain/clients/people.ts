import type { ClientPerson, NewPerson, PersonChange } from '#shared/contract/people.ts';
import { MAX_PEOPLE } from '#shared/rules/limits.ts';
import { comparableAddress } from '#shared/rules/people.ts';
import { PERSON_MESSAGES } from '#shared/rules/persons.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact } from '../../aws/table.ts';
import { conflict, invalid, notFound } from '../../services/errors.ts';
import { refusalOf } from '../../services/idempotency.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { clientIdOf, itemKey, newChildKey, parseChildId } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import { type ClientItem, type KnownPerson, toLink } from './client.ts';
import { type ChangeContext, changeOf, timeOfChange } from './client-writes.ts';
import { linkAsRead, newLink } from './link-validity.ts';
import {
  FIRST_PERSON,
  isFirst,
  isPerson,
  numberInPath,
  numberOf,
  type Person,
  type PersonItem,
  pathOf,
  personKey,
  stoppedAtOf,
  toKnownPerson,
} from './person.ts';
import { linkSeenWrite } from './portal-link.ts';
import { restarted } from './restarted-reminders.ts';
import { searchWordWrites } from './search-words.ts';

type Context = ChangeContext<Staff>;

export const gone = () => notFound('Person not found');

/** Returns the key of a further person by the id in a path. Throws 404 for other ids, also the first person's. */
function keyOfPath(id: string): Key {
  const number = numberInPath(id);
  if (number === FIRST_PERSON) throw gone();
  return personKey(parseChildId(id).clientId, number);
}

/** Reads a further person's item by the id in a path; undefined if they were removed. Throws 404 for other ids. */
export const readByPath = async (id: string) => get<PersonItem>(keyOfPath(id));

export function toPerson(person: Person, settings: Settings): ClientPerson {
  const { own } = person;
  const { name, email, phone, mailProblem } = own.summary;
  const further = isPerson(own) ? own : undefined;
  return {
    id: pathOf(person),
    version: further?.version ?? null,
    name,
    email,
    phone: phone ?? null,
    kind: further?.kind ?? 'first',
    powerSeenOn: further?.powerSeenOn ?? null,
    mailProblem: mailProblem ?? null,
    remindersStoppedAt: stoppedAtOf(person.client, numberOf(person)) ?? null,
    link: toLink(person, settings),
  };
}

type Named = Pick<NewPerson, 'name' | 'email'>;
type Given = Pick<NewPerson, 'name' | 'email' | 'phone' | 'kind' | 'powerSeenOn'>;

/** Throws 409 if somebody has the same name and address, and 400 for an attorney without a registered power. */
function check({ name, email, kind, powerSeenOn }: Given, others: readonly Named[]): void {
  const isSame = (other: Named) => other.name === name && comparableAddress(other.email) === comparableAddress(email);
  if (others.some(isSame)) throw conflict(PERSON_MESSAGES.twice);
  if (kind === 'attorney' && !powerSeenOn) throw invalid('powerSeenOn', PERSON_MESSAGES.noPower);
}

/** Returns the change of what the client's item knows of its people, with the words of the search. */
function knownPeople(client: ClientItem, after: readonly KnownPerson[]) {
  const { people: before } = client.summary;
  const people = after.length > 0 ? after : undefined;
  return {
    change: { set: { 'summary/people': people }, when: [unchanged('summary/people', before)] },
    words: searchWordWrites(clientIdOf(client), client.summary, { ...client.summary, people: after }),
  };
}

const summaryOf = ({ name, email, phone }: Given) => ({ name, email, ...(phone && { phone }) });

const powerOf = ({ kind, powerSeenOn }: Given) => (kind === 'attorney' && powerSeenOn ? { powerSeenOn } : {});

/** Adds a person with a link of their own. Throws 409 for a fifth, or one who is here already. */
export async function addPerson(context: Context, given: NewPerson): Promise<Person> {
  const { client, now } = context;
  const clientId = clientIdOf(client);
  const { people = [] } = client.summary;
  try {
    if (people.length >= MAX_PEOPLE) throw conflict(PERSON_MESSAGES.full);
    check(given, [client.summary, ...people]);
  } catch (error) {
    throw await refusalOf(context.creation, error);
  }
  const { peopleMade = 0 } = client;
  const number = FIRST_PERSON + peopleMade + 1;
  const own: PersonItem = {
    ...personKey(clientId, number),
    v: 1,
    version: 1,
    kind: given.kind,
    ...powerOf(given),
    summary: summaryOf(given),
    // Numbers are used again in a client restored from an older backup, so the versions of two people must differ.
    tokenVersion: Math.floor(now.getTime() / 1000),
    linkIssuedAt: now.toISOString(),
  };
  const person = { client, own };
  const known = knownPeople(client, [...people, toKnownPerson(own)]);
  const made = { action: 'person-added', data: { name: given.name }, ref: pathOf(person) } as const;
  // The answer contains the token, so the link counts as revealed.
  const revealed = {
    action: 'portal-link-revealed',
    data: { created: true, holder: { number, name: given.name } },
  } as const;
  await transact([
    ...changeOf(context, [made, revealed], {
      set: { peopleMade: peopleMade + 1, ...known.change.set },
      when: [unchanged('peopleMade', client.peopleMade), ...known.change.when],
    }),
    ...known.words,
    { put: { ...own }, when: [['pk', 'absent']] },
    // Emails of news begin with what comes from now on.
    { put: { ...itemKey(KEYS.personMail, clientId, String(number)), v: 1, delivered: [newChildKey(now)] } },
    linkSeenWrite(context.actor, clientId, now),
  ]);
  const lastUpdate = timeOfChange(context).toISOString();
  return { client: { ...client, summary: { ...client.summary, lastUpdate } }, own };
}

const LOGGED = ['name', 'email', 'phone'] as const;

/** Returns the data of an entry about a changed person. */
const changesOf = ({ summary: before }: PersonItem, { summary: after }: PersonItem) => ({
  name: after.name,
  changes: LOGGED.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    was: before[field] ?? null,
    is: after[field] ?? null,
  })),
});

/**
 * Changes a person, with an optimistic lock. A new address revokes their devices, and a link that was emailed to the old
 * one.
 */
export async function changePerson(
  context: Context,
  own: PersonItem,
  { version, ...given }: PersonChange,
): Promise<Person> {
  const { client, now } = context;
  if (own.version !== version) throw conflict(PERSON_MESSAGES.changed);
  const person = { client, own };
  const { people = [] } = client.summary;
  check(given, [client.summary, ...people.filter(({ number }) => number !== numberOf(person))]);
  const { email } = own.summary;
  const isMoved = comparableAddress(given.email) !== comparableAddress(email);
  const isMailed = own.linkMailedTo !== undefined && comparableAddress(own.linkMailedTo) === comparableAddress(email);
  const { deviceVersion, ...link } = newLink(person, now);
  const { powerSeenOn: _, ...rest } = own;
  const after: PersonItem = {
    ...rest,
    version: version + 1,
    kind: given.kind,
    ...powerOf(given),
    summary: {
      ...summaryOf(given),
      ...(!isMoved && own.summary.mailProblem && { mailProblem: own.summary.mailProblem }),
    },
    ...(isMoved && { deviceVersion }),
    ...(isMoved && isMailed && link),
  };
  const known = knownPeople(
    client,
    people.map((one) => (one.number === numberOf(person) ? { ...one, ...toKnownPerson(after) } : one)),
  );
  // Nobody may have got the reminders that were sent to a mailbox that bounces.
  const isBack = isMoved && own.summary.mailProblem !== undefined;
  const data = { ...changesOf(own, after), ...(isMoved && isMailed && { renewed: true as const }) };
  const happened = { action: 'person-changed', data, ref: pathOf(person) } as const;
  await transact([
    ...changeOf(context, happened, {
      set: { ...known.change.set, ...(isBack && restarted(client, now)) },
      when: [...known.change.when, ...(isBack ? [unchanged('summary/reminded', client.summary.reminded)] : [])],
    }),
    ...known.words,
    {
      update: own,
      change: {
        set: {
          version: after.version,
          kind: after.kind,
          summary: after.summary,
          powerSeenOn: after.powerSeenOn,
          ...(isMoved && { deviceVersion }),
          ...(isMoved && isMailed && link),
        },
        when: [
          unchanged('version', version),
          unchanged('linkMailedTo', own.linkMailedTo),
          unchanged('summary/mailProblem', own.summary.mailProblem),
          ...linkAsRead(person),
        ],
      },
    },
  ]);
  return { client, own: after };
}

/** Removes a person: their link opens nothing from the next request on. Throws 404 if they are gone. */
export async function removePerson(context: Context, person: Person): Promise<void> {
  if (isFirst(person)) throw gone();
  const { client, own } = person;
  const known = knownPeople(
    client,
    (client.summary.people ?? []).filter(({ number }) => number !== numberOf(person)),
  );
  const happened = { action: 'person-removed', data: { name: own.summary.name }, ref: pathOf(person) } as const;
  await transact([
    ...changeOf(context, happened, known.change),
    ...known.words,
    { delete: own, when: [['pk', 'exists']], refuse: gone() },
    ...[KEYS.personCodes, KEYS.personMail].map((kind) => ({
      delete: itemKey(kind, clientIdOf(client), String(numberOf(person))),
    })),
  ]);
}
