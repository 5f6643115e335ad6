import { isDeepStrictEqual } from 'node:util';
import type { DataOf } from '#shared/audit-log/actions.ts';
import type { ClientChange } from '#shared/contract/clients.ts';
import { CLIENT_FIELDS } from '#shared/nouns/client.ts';
import { loggedOf, namesOf } from '#shared/nouns/field.ts';
import { LINK_FIELDS } from '#shared/rules/clients.ts';
import { NOTES_CHANGED } from '#shared/rules/notes.ts';
import { phoneRefusal } from '#shared/rules/people.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import { conflict, forbidden, invalid } from '../../services/errors.ts';
import { adviserPartition, clientIdOf } from '../../services/keys/keys.ts';
import { removeNotices } from '../../services/notices.ts';
import type { Staff } from '../accounts/session.ts';
import { adviceAfter, adviceChanges, changedAdvice } from './advice.ts';
import { adviserNameOf, assignee } from './assignments.ts';
import { adviserIdOf, type ClientItem, toClient, toPortalAccess } from './client.ts';
import { type ChangeContext, changeOf, timeOfChange } from './client-writes.ts';
import { linkAsRead, newLink, newLinkWrites } from './link-validity.ts';
import { hideRows, outdatedRows, ROWS_AT_ONCE, shownOfClient, updateRow, updateRows } from './listed-rows.ts';
import { firstPerson, readPeople } from './person.ts';
import { restarted } from './restarted-reminders.ts';
import { searchWordWrites } from './search-words.ts';

const TEXTS = ['name', 'email', 'phone', 'status', 'description'] as const;

const sentFields = <F extends keyof ClientChange>(change: ClientChange, fields: readonly F[]) =>
  Object.fromEntries(
    fields.filter((field) => change[field] !== undefined).map((field) => [field, change[field] ?? undefined]),
  );

function changed({ client, now }: ChangeContext, { change, portal, restart }: Changing): ClientItem {
  const { summary } = client;
  const completedAt = change.completed ? (summary.completedAt ?? now.toISOString()) : undefined;
  return {
    ...client,
    ...portal.set,
    summary: {
      ...summary,
      ...portal.summary,
      // A bounce at the old address says nothing about the new one.
      ...(changesAddress(client, change) && { mailProblem: undefined }),
      ...sentFields(change, TEXTS),
      links: { ...summary.links, ...sentFields(change, LINK_FIELDS) },
      ...(change.completed !== undefined && { completedAt }),
      ...(change.advice && { advice: adviceAfter(summary.advice, change.advice) }),
      ...(restart && { reminded: restart['summary/reminded'] }),
      lastUpdate: timeOfChange({ client, now }).toISOString(),
    },
  };
}

function writes(before: ClientItem, after: ClientItem, { change, portal, restart }: Changing): Record<string, unknown> {
  const links = Object.entries(sentFields(change, LINK_FIELDS)).map(([field, url]) => [`links/${field}`, url]);
  return {
    ...summaryPaths({
      ...portal.summary,
      ...(changesAddress(before, change) && { mailProblem: undefined }),
      ...sentFields(change, TEXTS),
      ...Object.fromEntries(links),
      ...(change.completed !== undefined && { completedAt: after.summary.completedAt }),
      // Written whole, because DynamoDB refuses a path into a missing map.
      ...(change.advice && { advice: after.summary.advice }),
    }),
    ...portal.set,
    ...restart,
  };
}

/** Returns the fields that differ from the client. Only these are written and logged. */
function changedFields(client: ClientItem, { advice: sent, ...change }: ClientChange): ClientChange {
  const known = toClient(client, '');
  const advice = changedAdvice(client.summary.advice, sent);
  return {
    ...(Object.fromEntries(
      Object.entries(change).filter(
        ([field, value]) => value !== undefined && value !== known[field as keyof typeof known],
      ),
    ) as ClientChange),
    ...(advice && { advice }),
  };
}

const SHORT = [...loggedOf(CLIENT_FIELDS), 'status'] as const;

const shortOf = (change: ClientChange) => SHORT.filter((field) => change[field] !== undefined);

const SHOWN = ['stepUp', 'stepUpReason', 'linkIssuedAt', 'linkMailedAt', 'linkUsedAt'] as const;

/** Fails the write if any value in the response changed, so that the request is retried with current data. */
const unchangedSinceRead = (client: ClientItem): Condition[] => [
  unchanged('summary', client.summary),
  ...SHOWN.map((name) => unchanged(name, client[name])),
];

/** Throws 409 with the current notes if they changed since they were opened. */
function checkNotes({ summary }: ClientItem, { description, descriptionWas }: ClientChange): void {
  if (descriptionWas === undefined) return;
  if (description === undefined)
    throw invalid('descriptionWas', 'This says what the notes were, so it goes with notes');
  const { description: current = null } = summary;
  if (current !== descriptionWas && current !== description) throw conflict(NOTES_CHANGED, { description: current });
}

type Data = DataOf<'client-changed'>;

const RECORDED_FIELDS = namesOf(CLIENT_FIELDS);

/** Returns one audit entry for the whole change, under its most important action. */
function happenedBy({ summary }: ClientItem, change: ClientChange, more: Partial<Data>) {
  const { completed, status } = change;
  const fields = RECORDED_FIELDS.filter((field) => change[field] !== undefined);
  const changes = [
    ...shortOf(change).map((field) => ({ field, was: summary[field] ?? null, is: change[field] ?? null })),
    ...adviceChanges(summary.advice, change.advice),
  ];
  const data: Data = {
    ...more,
    ...(completed !== undefined && { completed }),
    ...(status && { status }),
    ...(fields.length > 0 && { fields }),
    ...(changes.length > 0 && { changes }),
  };
  if (more.to) return { action: 'client-reassigned', data } as const;
  if (completed !== undefined) return { action: completed ? 'client-completed' : 'client-reopened', data } as const;
  return { action: status ? 'client-status' : 'client-changed', data } as const;
}

interface Changing {
  change: ClientChange;
  portal: PortalChange;
  /** Set if the client can be emailed again, or elsewhere: earlier reminders say nothing then. */
  restart: ReturnType<typeof restarted> | undefined;
}

function restartBy({ client, now }: ChangeContext, change: ClientChange, portal: PortalChange) {
  const isBack = change.completed === false || portal.data.portal === 'allowed';
  return isBack || changesAddress(client, change) ? restarted(client, now) : undefined;
}

async function reassign(context: ChangeContext<Staff>, adviserId: string, changing: Changing): Promise<ClientItem> {
  const { change, portal } = changing;
  const { actor, client } = context;
  const clientId = clientIdOf(client);
  const assigned = { gpk: adviserPartition(adviserId) };
  const after = { ...changed(context, changing), ...assigned };
  const [adviser, former, rows, people] = await Promise.all([
    assignee(adviserId),
    adviserNameOf(client, actor),
    outdatedRows(after),
    portal.data.mailed ? readPeople(clientId) : [],
  ]);
  // The former adviser may know the links of all people.
  const links = people.flatMap((own) => newLinkWrites({ client, own }, context.now));
  const from = { id: adviserIdOf(client), name: former };
  const happened = happenedBy(client, change, {
    ...portal.data,
    from,
    to: { id: adviserId, name: adviser.summary.name },
  });
  const words = searchWordWrites(clientId, client.summary, after.summary);
  const room = ROWS_AT_ONCE - words.length - links.length;
  await hideRows(client, rows.slice(room));
  await transact([
    ...changeOf(context, happened, {
      set: { ...writes(client, after, changing), ...assigned },
      when: [...unchangedSinceRead(client), ...portal.when],
    }),
    ...words,
    ...links,
    ...rows.slice(0, room).map((row) => updateRow(row, after)),
  ]);
  // If the request is killed here, the event handler of the audit entry finishes (functions/events/handlers.ts).
  await Promise.all([updateRows(after), removeNotices(from.id, clientId)]);
  return after;
}

export async function changeClient(
  context: ChangeContext<Staff>,
  { adviserId, renewLink = false, portalSuspended, stepUp, stepUpReason, descriptionWas, ...sent }: ClientChange,
): Promise<ClientItem> {
  const { actor, client, now } = context;
  checkNotes(client, { description: sent.description, descriptionWas });
  const change = changedFields(client, sent);
  const refusal = phoneRefusal(change.phone);
  if (refusal) throw invalid('phone', refusal);
  if (adviserId !== undefined && actor.kind !== 'admin') throw forbidden('Only an admin can reassign a client');
  if (renewLink && adviserId === undefined) throw invalid('renewLink', 'The link is renewed with a new adviser only');
  const isReassigned = adviserId !== undefined && adviserId !== adviserIdOf(client);
  const input = { ...change, portalSuspended, stepUp, stepUpReason } as ClientChange;
  const portal = portalChange(client, input, renewLink && isReassigned, now);
  const changing = { change, portal, restart: restartBy(context, change, portal) };
  if (isReassigned) return reassign(context, adviserId, changing);
  if (adviserId !== undefined) await updateRows(client);
  if (Object.keys({ ...change, ...portal.set, ...portal.summary }).length === 0) return client;
  const after = changed(context, changing);
  const set = writes(client, after, changing);
  const when = [...unchangedSinceRead(client), ...portal.when];
  const words = searchWordWrites(clientIdOf(client), client.summary, after.summary);
  const room = ROWS_AT_ONCE - words.length;
  const rows = isDeepStrictEqual(shownOfClient(after), shownOfClient(client)) ? [] : await outdatedRows(after);
  await transact([
    ...changeOf(context, happenedBy(client, change, portal.data), { set, when }),
    ...words,
    ...rows.slice(0, room).map((row) => updateRow(row, after)),
  ]);
  if (rows.length > room) await updateRows(after);
  return after;
}

interface PortalChange {
  set: Partial<ClientItem>;
  summary: Pick<ClientItem['summary'], 'portalSuspended'>;
  when: Condition[];
  data: Pick<Data, 'portal' | 'stepUp' | 'reason' | 'renewed' | 'mailed'>;
}

const changesAddress = (client: ClientItem, { email }: ClientChange) =>
  email !== undefined && email.toLowerCase() !== client.summary.email.toLowerCase();

const sameAddress = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();

/** Returns changes of suspension and step-up. Throws 400 if step-up is switched off without a reason. */
function accessChange(client: ClientItem, sent: ClientChange): Omit<PortalChange, 'when'> {
  const before = toPortalAccess(client);
  const { portalSuspended = before.portalSuspended, stepUp = before.stepUp } = sent;
  const given = sent.stepUpReason === undefined ? before.stepUpReason : sent.stepUpReason;
  const isSent = sent.stepUp !== undefined || sent.stepUpReason !== undefined;
  if (isSent && stepUp === 'off' && !given)
    throw invalid('stepUpReason', 'Please say why this client’s devices need not be confirmed');
  const stepUpReason = stepUp === 'off' ? given : null;
  const isStepUp = stepUp !== before.stepUp || stepUpReason !== before.stepUpReason;
  const isPortal = portalSuspended !== before.portalSuspended;
  return {
    summary: isPortal ? ({ portalSuspended: portalSuspended || undefined } as PortalChange['summary']) : {},
    set: {
      ...(isStepUp && { stepUp: stepUp === 'inherit' ? undefined : stepUp, stepUpReason: stepUpReason ?? undefined }),
    } as Partial<ClientItem>,
    data: {
      ...(isPortal && { portal: portalSuspended ? 'suspended' : 'allowed' }),
      ...(isStepUp && { stepUp, ...(stepUpReason && { reason: stepUpReason }) }),
    },
  };
}

/** A new address revokes all confirmed devices, and a link that was emailed to the old address. */
function linkChange(client: ClientItem, sent: ClientChange, renew: boolean, now: Date): PortalChange {
  const isNewAddress = changesAddress(client, sent);
  const isRevoked = renew || (isNewAddress && sameAddress(client.linkMailedTo, client.summary.email));
  if (!isNewAddress && !isRevoked) return { set: {}, summary: {}, when: [], data: {} };
  const person = firstPerson(client);
  const link = newLink(person, now);
  return {
    set: (isRevoked ? link : { deviceVersion: link.deviceVersion }) as Partial<ClientItem>,
    summary: {},
    when: [...linkAsRead(person), unchanged('linkMailedTo', client.linkMailedTo)],
    data: { ...(isRevoked && { renewed: true as const }), ...(renew && { mailed: true as const }) },
  };
}

function portalChange(client: ClientItem, sent: ClientChange, renew: boolean, now: Date): PortalChange {
  const [access, link] = [accessChange(client, sent), linkChange(client, sent, renew, now)];
  return {
    set: { ...access.set, ...link.set },
    summary: access.summary,
    when: link.when,
    data: { ...access.data, ...link.data },
  };
}
