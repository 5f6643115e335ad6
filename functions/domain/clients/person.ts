import type { PersonKind } from '#shared/rules/persons.ts';
import { get, getTogether, type Item, itemAt, type Key, query } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  childId,
  childKeyOf,
  clientIdOf,
  clientPartition,
  isOf,
  itemKey,
  parseChildId,
} from '../../services/keys/keys.ts';
import type { ClientItem, KnownPerson } from './client.ts';

/** An item with a portal link, and with the name and mailbox of its holder. */
export type LinkItem = Key &
  Pick<
    ClientItem,
    'tokenVersion' | 'deviceVersion' | 'linkIssuedAt' | 'linkUsedAt' | 'linkMailedTo' | 'linkMailedAt' | 'renewedFrom'
  > & { summary: Pick<ClientItem['summary'], 'name' | 'email' | 'phone' | 'mailProblem'> };

/** A second client or an attorney, with a portal link of their own. */
export interface PersonItem extends LinkItem {
  v: 1;
  /** Incremented by each change of name, address or kind. */
  version: number;
  kind: PersonKind;
  /** London's day on which staff saw an attorney's registered power. */
  powerSeenOn?: string;
}

/** Somebody with a portal link to a client's page. */
export interface Person {
  client: ClientItem;
  /** Item with the person's link. The first person's is the client's. */
  own: LinkItem;
}

export const firstPerson = (client: ClientItem): Person => ({ client, own: client });

/** Number of the person whose link is in the client's item. Numbers of others are never used again. */
export const FIRST_PERSON = 1;

/** Returns those who answer for themselves, the first person first. Attorneys answer for the first person. */
export function ownPeople({
  summary: { name, people = [] },
}: Pick<ClientItem, 'summary'>): { number: number; name: string }[] {
  const second = people.filter(({ kind }) => kind === 'second');
  return [{ number: FIRST_PERSON, name }, ...second.map(({ number, name: own }) => ({ number, name: own }))];
}

export const personKey = (clientId: string, number: number): Key => itemKey(KEYS.person, clientId, String(number));

export const isPerson = <T extends Key>(item: T): item is T & PersonItem => isOf(KEYS.person, item);

export const numberOf = ({ own }: Pick<Person, 'own'>): number =>
  isPerson(own) ? Number(childKeyOf(own)) : FIRST_PERSON;

/** Returns true if the person's link is in the client's item. */
export const isFirst = ({ own }: Pick<Person, 'own'>): boolean => !isPerson(own);

/** Returns what the client's item knows of a person, besides a stop of reminders. */
export const toKnownPerson = (own: PersonItem): KnownPerson => ({
  number: numberOf({ own }),
  name: own.summary.name,
  email: own.summary.email,
  kind: own.kind,
});

/** Returns when a person stopped reminders (ISO); undefined if they get them. */
export const stoppedAtOf = ({ summary: { reminders, people = [] } }: Pick<ClientItem, 'summary'>, person: number) =>
  person === FIRST_PERSON ? reminders?.stoppedAt : people.find(({ number }) => number === person)?.stoppedAt;

export const readPeople = (clientId: string) => query<PersonItem>(clientPartition(clientId), KEYS.person.sk);

/** Returns a person of a client among items that were read; undefined if there is none of this number. */
export function personIn(items: readonly Item[], client: ClientItem, number: number): Person | undefined {
  if (number === FIRST_PERSON) return firstPerson(client);
  const own = itemAt<PersonItem>(items, personKey(clientIdOf(client), number));
  return own && { client, own };
}

/** Returns keys of the items besides the client's that {@link personIn} needs. */
export const personKeys = (clientId: string, number: number): Key[] =>
  number === FIRST_PERSON ? [] : [personKey(clientId, number)];

/** Reads a person with the client; undefined if either is gone. */
export async function readPerson(clientId: string, number: number): Promise<Person | undefined> {
  const at = itemKey(KEYS.client, clientId);
  const items = await getTogether([at, ...personKeys(clientId, number)]);
  const client = itemAt<ClientItem>(items, at);
  return client && personIn(items, client, number);
}

/** Returns people besides the first among items that were read. Numbers are no sort keys: "10" would be before "2". */
export const furtherIn = (items: readonly Key[]): PersonItem[] =>
  items.filter(isPerson).sort((a, b) => numberOf({ own: a }) - numberOf({ own: b }));

/** Returns a client's people among items that were read, the first person first. */
export const peopleIn = (items: readonly Key[], client: ClientItem): Person[] => [
  firstPerson(client),
  ...furtherIn(items).map((own) => ({ client, own })),
];

/** Reads all people of a client, the first person first; nobody once the client was deleted. */
export async function everyone(clientId: string): Promise<Person[]> {
  const [client, people] = await Promise.all([get<ClientItem>(itemKey(KEYS.client, clientId)), readPeople(clientId)]);
  return client ? peopleIn(people, client) : [];
}

/** Id of a person as the actor of an entry and as the subject of limits: the first one's is the client's. */
export const personId = (clientId: string, number: number): string =>
  number === FIRST_PERSON ? clientId : childId(clientId, number);

export const idOfPerson = (person: Person): string => personId(clientIdOf(person.client), numberOf(person));

/** A person other than the first, by the name of that time. */
export interface FurtherPerson {
  number: number;
  name: string;
}

/** Returns who of a client's people it is; undefined for the first one, and for staff. */
export const furtherPerson = (person: Person | undefined): FurtherPerson | undefined =>
  person && isPerson(person.own) ? { number: numberOf(person), name: person.own.summary.name } : undefined;

/** Returns what entries say of whose link or mailbox they are about; nothing for the first person. */
export function holderOf(person: Person) {
  const holder = furtherPerson(person);
  return holder ? { holder } : {};
}

const TAG = /^([\w-]{22})(?:--(\d{1,3}))?$/;

/** Returns the name of a person in tags of emails, where SES allows no dot. */
export const tagOf = (own: LinkItem): string => clientIdOf(own) + (isFirst({ own }) ? '' : `--${numberOf({ own })}`);

/** Returns the person in a tag of {@link tagOf}; undefined for other text. */
export function ofTag(tag: string): { clientId: string; number: number } | undefined {
  const [, clientId, number = FIRST_PERSON] = TAG.exec(tag) ?? [];
  return clientId ? { clientId, number: Number(number) } : undefined;
}

const PATH = /^p([1-9]\d{0,2})$/;

/** Returns the id of a person in paths: the client's, a dot, and "p" with the number. */
export const pathOf = (person: Person): string => childId(clientIdOf(person.client), `p${numberOf(person)}`);

/** Returns the number in an id of {@link pathOf}; the first person's for other ids. Throws 404 if it is malformed. */
export const numberInPath = (id: string): number => Number(PATH.exec(parseChildId(id).key)?.[1] ?? FIRST_PERSON);

/** Returns the number in an id of {@link personId}. */
export const numberIn = (id: string): number => Number(id.split('.')[1] ?? FIRST_PERSON);
