import { type Happened, seenBy } from '#shared/audit-log/actions.ts';
import { type Colleague, isCover } from '#shared/rules/colleagues.ts';
import { countOf, timeOf } from '#shared/rules/counted-words.ts';
import { DOCUMENTS_FULL, STORAGE_FULL } from '#shared/rules/documents.ts';
import { stageTemplate } from '#shared/rules/journey.ts';
import { MAX_DOCUMENTS, MAX_TASKS, MAX_TOTAL_BYTES } from '#shared/rules/limits.ts';
import { TASKS_FULL } from '#shared/rules/tasks.ts';
import { type Condition, type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { transact, type Write } from '../../aws/table.ts';
import { type EntryActor, newEntry } from '../../services/audit-log/entry.ts';
import { conflict, invalid, notFound, tooMany } from '../../services/errors.ts';
import { type Creation, creationWrites } from '../../services/idempotency.ts';
import {
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  newChildKey,
  PREFIX,
  parseChildId,
} from '../../services/keys/keys.ts';
import { SENT_BY_LINK, SENT_BY_STAFF } from '../../services/limits.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { adviserIdOf, type ClientItem, clientKey, createdAtOf } from './client.ts';
import { countsOfChange } from './client-counts.ts';
import { linkAsRead } from './link-validity.ts';
import { shownUnchanged } from './listed-rows.ts';
import { firstPerson, idOfPerson, isFirst, type Person } from './person.ts';

/** Somebody who acts for a client. Only staff work with others, and only clients are persons. */
type ClientActor = EntryActor & { works?: readonly Colleague[]; person?: Person };

export interface ChangeContext<A extends ClientActor = ClientActor> {
  actor: A;
  client: ClientItem;
  now: Date;
  /** Set by calls that create something, so that a repeat does not. */
  creation?: Creation | undefined;
}

/** Returns the actor of an entry, with the name of the adviser for whom they cover. */
function entryActor({ actor, client }: ChangeContext): EntryActor {
  if (actor.person) return { ...actor, id: idOfPerson(actor.person) };
  const covered = actor.works?.find(({ id }) => id === adviserIdOf(client));
  return covered && isCover(covered) ? { ...actor, coversFor: covered.name } : actor;
}

const entryWrite = (context: ChangeContext, happened: Happened, key: string): Write => ({
  put: { ...newEntry(childItemKey(PREFIX.activity, clientIdOf(context.client), key), entryActor(context), happened) },
});

export function entryWritesAt(context: ChangeContext, happened: readonly Happened[]): Write[] {
  const keys = happened.map(() => newChildKey(context.now)).sort();
  return happened.map((event, i) => entryWrite(context, event, keys[i] ?? ''));
}

/**
 * Returns the writes of an entry that leaves the time of the last update alone. `news` is updated if the client may
 * see the entry.
 */
export function entryWrites(
  context: ChangeContext,
  happened: Happened,
  when: readonly Condition[] = [],
  set: ItemChange['set'] = {},
): Write[] {
  const key = newChildKey(context.now);
  const own = clientKey(clientIdOf(context.client));
  const conditions: Condition[] = [['pk', 'exists'], ['deleting', 'absent'], ...when];
  const isNews = seenBy(happened) === 'both';
  const changed = { ...(isNews && { news: key }), ...set };
  const clientWrite: Write =
    Object.keys(changed).length > 0
      ? { update: own, change: { set: changed, when: conditions } }
      : { check: own, when: conditions };
  return [clientWrite, entryWrite(context, happened, key)];
}

/** Returns the keys of the audit entries among writes, in order. */
export const entryKeysIn = (writes: readonly Write[]): string[] =>
  writes.flatMap((write) =>
    'put' in write && write.put.sk.startsWith(PREFIX.activity) ? [childKeyOf(write.put)] : [],
  );

/** Returns the writes of {@link entryWrites} that also fail if a person's link or devices were revoked since. */
export const entryWritesOfLink = (
  context: ChangeContext,
  person: Person,
  happened: Happened,
  when: readonly Condition[] = [],
  set: ItemChange['set'] = {},
): Write[] =>
  isFirst(person)
    ? entryWrites(context, happened, [...linkAsRead(person), ...when], set)
    : [...entryWrites(context, happened, when, set), { check: person.own, when: linkAsRead(person) }];

export const writeEntry = (context: ChangeContext, happened: Happened, also: readonly Write[] = []) =>
  transact([...entryWrites(context, happened), ...also]);

const NOT_SUSPENDED: Condition = ['summary/portalSuspended', 'absent'];

/** Conditions that repeat the access check when the change is written. */
export function accessConditions({ actor, client }: Pick<ChangeContext, 'actor' | 'client'>): Condition[] {
  const ownLink =
    actor.person === undefined || isFirst(actor.person) ? [unchanged('tokenVersion', client.tokenVersion)] : [];
  const live = actor.kind === 'client' ? [...ownLink, NOT_SUSPENDED] : [];
  return [['deleting', 'absent'], unchanged('gpk', client.gpk), ...live];
}

/** Returns the rest of {@link accessConditions}: the link of a person whose link is not in the client's item. */
export const accessChecks = ({ actor }: Pick<ChangeContext, 'actor'>): Write[] =>
  actor.person === undefined || isFirst(actor.person)
    ? []
    : [{ check: actor.person.own, when: [unchanged('tokenVersion', actor.person.own.tokenVersion)] }];

/** Returns now, or 1 ms after the last change if a clock is behind. Keeps the audit log in order. */
export function timeOfChange({ client, now }: Pick<ChangeContext, 'client' | 'now'>): Date {
  const last = Date.parse(client.summary.lastUpdate ?? createdAtOf(client));
  return new Date(Math.max(now.getTime(), last + 1));
}

/** Returns the writes of a client's change, its counts and its audit entries. They conflict with a later change. */
export function changeOf(
  context: ChangeContext,
  happened: Happened | readonly Happened[],
  change: ItemChange = {},
): Write[] {
  const at = timeOfChange(context);
  const lastUpdate = at.toISOString();
  const events = [happened].flat();
  const keys = events.map(() => newChildKey(at)).sort();
  const newest = keys.findLast((_, i) => events[i] && seenBy(events[i]) === 'both');
  const news = newest === undefined ? {} : { news: newest };
  const counts = countsOfChange(context.client, change);
  const update: Write = {
    update: clientKey(clientIdOf(context.client)),
    change: {
      ...change,
      set: { 'summary/lastUpdate': lastUpdate, ...news, ...change.set },
      when: [
        ...accessConditions(context),
        ...shownUnchanged(context.client),
        ['summary/lastUpdate', 'absent or <', lastUpdate],
        ...counts.when,
        ...(change.when ?? []),
      ],
    },
  };
  const ids = [...new Set(events.flatMap(({ ref }) => ref ?? []))];
  return [
    update,
    ...accessChecks(context),
    ...counts.writes,
    ...creationWrites(context.creation, ids, at),
    ...events.map((event, i) => entryWrite(context, event, keys[i] ?? '')),
  ];
}

export const QUOTAS = {
  totalDocuments: { max: MAX_DOCUMENTS, full: DOCUMENTS_FULL },
  totalTasks: { max: MAX_TASKS, full: TASKS_FULL },
} as const;

/** Throws 409 if the total is full. */
export function countTotal(client: ClientItem, name: keyof typeof QUOTAS, change: 1 | -1): ItemChange {
  const { max, full } = QUOTAS[name];
  if (change < 0) return { add: { [name]: change } };
  if (client[name] >= max) throw conflict(full);
  return { add: { [name]: change }, when: [[name, '<', max]] };
}

/** Counts a document of `bytes`. Throws 409 if the client has too many documents, or too many bytes in them. */
export function countDocument(client: ClientItem, bytes: number): ItemChange {
  if ((client.totalBytes ?? 0) + bytes > MAX_TOTAL_BYTES) throw conflict(STORAGE_FULL);
  const size = {
    add: { totalBytes: bytes },
    when: [['totalBytes', 'absent or <', MAX_TOTAL_BYTES - bytes + 1] as const],
  };
  return together(countTotal(client, 'totalDocuments', 1), size);
}

function refuseWhile(wait: number, most: string): void {
  if (wait > 0) throw tooMany(`You can send ${most} an hour. Please try again in ${timeOf(wait)}.`, wait);
}

/** Counts a large file that staff begin to send. Throws 429 after 300 an hour. */
export async function takeFromStaff({ actor, now }: ChangeContext): Promise<void> {
  if (actor.kind === 'client') return;
  const wait = await consumeAttempt('staff-file', actor.id, SENT_BY_STAFF, now);
  refuseWhile(wait, `${SENT_BY_STAFF.max} large files`);
}

/** Returns the subject of limits for the actor's portal link. */
export function linkOf({ actor, client }: ChangeContext): string {
  const { person = firstPerson(client) } = actor;
  return `${idOfPerson(person)}.${person.own.tokenVersion}`;
}

/** Counts a file or message from a portal link before it is stored. Throws 429 after 60 an hour. */
export async function takeFromLink(noun: 'file' | 'message', context: ChangeContext): Promise<void> {
  if (context.actor.kind !== 'client') return;
  const wait = await consumeAttempt(`link-${noun}`, linkOf(context), SENT_BY_LINK, context.now);
  refuseWhile(wait, countOf(SENT_BY_LINK.max, noun));
}

function numberOf(key: string): number | undefined {
  const template = stageTemplate(Number(key));
  return template && String(template.number) === key ? template.number : undefined;
}

export function stageNumber(stageId: string): number {
  const number = numberOf(parseChildId(stageId).key);
  if (number === undefined) throw notFound('Stage not found');
  return number;
}

/** Returns the number of a stage to link to. Throws 400 unless it is one of the client's. */
export function ownStageNumber(stageId: string, clientId: string): number {
  const prefix = childId(clientId, '');
  const number = stageId.startsWith(prefix) ? numberOf(stageId.slice(prefix.length)) : undefined;
  if (number === undefined) throw invalid('stageId', 'This stage is not the client’s');
  return number;
}
