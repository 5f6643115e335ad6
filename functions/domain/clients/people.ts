import type { ClientPerson, NewPerson, PersonChange } from '#shared/contract/people.ts';
import { comparableAddress, MAX_PEOPLE, PERSON_MESSAGES } from '#shared/rules/people.ts';
import { unchanged } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { get, type Key, transact } from '../../aws/table.ts';
import { conflict, invalid, notFound } from '../../services/errors.ts';
import { childId, clientIdOf, parseChildId } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import { toLink } from './client.ts';
import { type ChangeContext, changeOf } from './client-writes.ts';
import { linkAsRead, newLink } from './link-validity.ts';
import {
  FIRST_PERSON,
  isFirst,
  isPerson,
  numberOf,
  type Person,
  type PersonItem,
  peopleIn,
  personKey,
} from './person.ts';
import { linkSeenWrite } from './portal-link.ts';

type Context = ChangeContext<Staff>;

const KEY = /^p([1-9]\d{0,2})$/;

/** Returns the id of a person in paths: the client's, a dot, and "p" with the number. */
const pathOf = (person: Person): string => childId(clientIdOf(person.client), `p${numberOf(person)}`);

export const gone = () => notFound('Person not found');

/** Returns the key of a further person by the id in a path. Throws 404 for other ids, also the first person's. */
function keyOfPath(id: string): Key {
  const { clientId, key } = parseChildId(id);
  const number = Number(KEY.exec(key)?.[1] ?? FIRST_PERSON);
  if (number === FIRST_PERSON) throw gone();
  return personKey(clientId, number);
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
    link: toLink(person, settings),
  };
}

type Given = Pick<NewPerson, 'name' | 'email' | 'phone' | 'kind' | 'powerSeenOn'>;

/** Throws 409 if somebody has the same name and address, and 400 for an attorney without a registered power. */
function check({ name, email, kind, powerSeenOn }: Given, others: readonly Person[]): void {
  const isSame = ({ own: { summary } }: Person) =>
    summary.name === name && comparableAddress(summary.email) === comparableAddress(email);
  if (others.some(isSame)) throw conflict(PERSON_MESSAGES.twice);
  if (kind === 'attorney' && !powerSeenOn) throw invalid('powerSeenOn', PERSON_MESSAGES.noPower);
}

const summaryOf = ({ name, email, phone }: Given) => ({ name, email, ...(phone && { phone }) });

const powerOf = ({ kind, powerSeenOn }: Given) => (kind === 'attorney' && powerSeenOn ? { powerSeenOn } : {});

/** Adds a person with a link of their own. Throws 409 for a fifth, or one who is here already. */
export async function addPerson(context: Context, people: readonly PersonItem[], given: NewPerson): Promise<Person> {
  const { client, now } = context;
  const clientId = clientIdOf(client);
  try {
    if (people.length >= MAX_PEOPLE) throw conflict(PERSON_MESSAGES.full);
    check(given, peopleIn(people, client));
  } catch (error) {
    // A concurrent attempt with the same key may have added the person; the retry answers with them.
    throw context.creation && (await get(context.creation.marker)) ? new Conflict() : error;
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
    tokenVersion: 1,
    linkIssuedAt: now.toISOString(),
  };
  const person = { client, own };
  const made = { action: 'person-added', data: { name: given.name }, ref: pathOf(person) } as const;
  // The answer contains the token, so the link counts as revealed.
  const revealed = {
    action: 'portal-link-revealed',
    data: { created: true, holder: { number, name: given.name } },
  } as const;
  await transact([
    ...changeOf(context, [made, revealed], {
      set: { peopleMade: peopleMade + 1 },
      when: [unchanged('peopleMade', client.peopleMade)],
    }),
    { put: { ...own }, when: [['pk', 'absent']] },
    linkSeenWrite(context.actor, clientId, now),
  ]);
  return person;
}

/**
 * Changes a person, with an optimistic lock. A new address revokes their devices, and a link that was emailed to the old
 * one.
 */
export async function changePerson(
  context: Context,
  people: readonly PersonItem[],
  id: string,
  { version, ...given }: PersonChange,
): Promise<Person> {
  const { client, now } = context;
  const { sk } = keyOfPath(id);
  const own = people.find((item) => item.sk === sk);
  if (!own) throw gone();
  if (own.version !== version) throw conflict(PERSON_MESSAGES.changed);
  const others = people.filter((item) => item !== own);
  check(given, peopleIn(others, client));
  const person = { client, own };
  const { email } = own.summary;
  const isMoved = comparableAddress(given.email) !== comparableAddress(email);
  const isMailed = own.linkMailedTo !== undefined && comparableAddress(own.linkMailedTo) === comparableAddress(email);
  const { deviceVersion, ...link } = newLink(person, now);
  const after: PersonItem = {
    ...own,
    version: version + 1,
    kind: given.kind,
    summary: {
      ...summaryOf(given),
      ...(!isMoved && own.summary.mailProblem && { mailProblem: own.summary.mailProblem }),
    },
    ...(isMoved && { deviceVersion }),
    ...(isMoved && isMailed && link),
  };
  const { powerSeenOn = undefined } = powerOf(given);
  const data = { name: given.name, ...(isMoved && { moved: true as const }) };
  await transact([
    ...changeOf(context, { action: 'person-changed', data, ref: pathOf(person) }),
    {
      update: own,
      change: {
        set: {
          version: after.version,
          kind: after.kind,
          summary: after.summary,
          powerSeenOn,
          ...(isMoved && { deviceVersion }),
          ...(isMoved && isMailed && link),
        },
        when: [unchanged('version', version), unchanged('linkMailedTo', own.linkMailedTo), ...linkAsRead(person)],
      },
    },
  ]);
  return { client, own: { ...after, ...(powerSeenOn && { powerSeenOn }) } };
}

/** Removes a person: their link opens nothing from the next request on. Throws 404 if they are gone. */
export async function removePerson(context: Context, person: Person): Promise<void> {
  if (isFirst(person)) throw gone();
  const { name } = person.own.summary;
  await transact([
    ...changeOf(context, { action: 'person-removed', data: { name }, ref: pathOf(person) }),
    { delete: person.own, when: [['pk', 'exists']], refuse: gone() },
  ]);
}
