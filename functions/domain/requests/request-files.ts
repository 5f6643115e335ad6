import { HAND_IN_MINUTES, UPLOAD_DAYS } from '#shared/rules/lifetimes.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { isRemovable } from '#shared/rules/requests.ts';
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { type Condition, type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { get, type Key, query, tryUpdate, type Write } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { conflict, forbidden, invalid } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  childItemKey,
  childKeyOf,
  clientIdOf,
  clientPartition,
  idOfChild,
  isChildId,
  PREFIX,
  parseChildId,
  timeKey,
  timeOfKey,
} from '../../services/keys/keys.ts';
import { type DueItem, dueKeys, notDue } from '../../services/scheduler/scheduler.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../clients/client.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { shownOfClient } from '../clients/listed-rows.ts';
import { submitRequest } from './hand-in.ts';
import { type RequestItem, readRequest, requestIndexKeys, toRequest } from './request.ts';
import { countStates, endedHelp, NEXT_VERSION, resultOf } from './request-change.ts';

/** A file of the client starts the time after which the request is handed in. */
function handIn({ actor, now }: ChangeContext, request: RequestItem) {
  if (actor.kind !== 'client' || request.summary.state !== 'open') return {};
  const at = new Date(now.getTime() + HAND_IN_MINUTES * MINUTE_MS);
  return { handInAt: at.toISOString(), ...dueKeys(at, KEYS.request.due, idOfChild(request)) };
}

/** Returns the attributes of another state, with its place in the adviser's list. */
const statePaths = (
  request: RequestItem,
  client: ClientItem,
  { state, submittedAt }: Pick<RequestItem['summary'], 'state'> & { submittedAt: string | undefined },
) => ({
  'summary/state': state,
  'summary/submittedAt': submittedAt,
  ...requestIndexKeys(
    { ...request.summary, state, ...(submittedAt && { submittedAt }) },
    childKeyOf(request),
    adviserIdOf(client),
  ),
  ...summaryPaths(shownOfClient(client)),
});

/** Conditions under which the file still belongs to this attempt. Concurrent files do not conflict. */
const sameAttempt = ({ summary }: RequestItem): Condition[] => [
  ['summary/state', '=', summary.state],
  ['summary/attempt', '=', summary.attempt],
];

/** A file of staff hands an open request in at once, unless files of the client wait for the end of their half hour. */
const isHandedIn = ({ actor }: ChangeContext, { summary, handInAt }: RequestItem) =>
  actor.kind !== 'client' && summary.state === 'open' && handInAt === undefined;

/** Returns what adding a file writes and causes. Throws 409 if the request is settled or full. */
function addFile(context: ChangeContext, request: RequestItem) {
  resultOf('file', request);
  const { title, files, attempt, state } = request.summary;
  if (files >= REQUEST_LIMITS.files) throw conflict(REQUEST_TEXTS.tooManyFiles);
  const isSubmitted = isHandedIn(context, request);
  const submitted = { state: 'submitted', submittedAt: context.now.toISOString() } as const;
  const set = isSubmitted ? statePaths(request, context.client, submitted) : handIn(context, request);
  const write: Write = {
    update: request,
    change: {
      set,
      add: { 'summary/files': 1, 'summary/everFiles': 1, ...NEXT_VERSION },
      when: [
        ...sameAttempt(request),
        ['summary/files', '<', REQUEST_LIMITS.files],
        ...(isSubmitted ? [unchanged('handInAt', undefined)] : []),
      ],
    },
  };
  const data = { title, files: files + 1, attempt, by: 'staff' } as const;
  const happened = { action: 'request-submitted', data, ref: idOfChild(request) } as const;
  return {
    write,
    change: isSubmitted ? together(countStates(state, submitted.state), endedHelp(context, request)) : {},
    happened: isSubmitted ? [happened] : [],
  };
}

/** Reads the request that a file is for. Throws 400 unless it is the client's, 409 if it is settled or full. */
export async function linkToRequest(requestId: string, context: ChangeContext) {
  const clientId = clientIdOf(context.client);
  const isOwn = isChildId(requestId) && parseChildId(requestId).clientId === clientId;
  const request = isOwn ? await readRequest(requestId) : undefined;
  if (!request) throw invalid('requestId', 'This request is not the client’s');
  const { title, stage, attempt, state } = request.summary;
  const isLate = context.actor.kind === 'client' && state === 'submitted';
  const { write, change, happened } = addFile(context, request);
  return {
    document: { request: childKeyOf(request), attempt },
    entry: { request: { id: requestId, title }, ...(isLate && { late: true as const }) },
    stage,
    writes: [write],
    change,
    happened,
  };
}

interface FiledDocument {
  request?: string | undefined;
  attempt?: number | undefined;
}

type Filed = Key & FiledDocument & { uploadedAt?: string; deleting?: boolean };

const requestOf = (clientId: string, key: string) => get<RequestItem>(childItemKey(PREFIX.request, clientId, key));

/** Writes that take a file off its request, and the change of the client's counters. */
interface TakenOff {
  writes: Write[];
  change: ItemChange;
}

/** Returns true if nothing is left to review without the last file. */
const isWholeSubmission = ({ summary, answer }: RequestItem) =>
  summary.state === 'submitted' && summary.files === 1 && answer === undefined;

/** Takes a file off its request's count, except of an earlier attempt. A request whose last file `wasWrong` opens again. */
export async function takeOffRequest(
  client: ClientItem,
  { request: key, attempt }: FiledDocument,
  wasWrong: boolean,
): Promise<TakenOff> {
  const request = key === undefined ? undefined : await requestOf(clientIdOf(client), key);
  if (request?.summary.attempt !== attempt || !request) return { writes: [], change: {} };
  const isReopened = wasWrong && isWholeSubmission(request);
  const open = { state: 'open', submittedAt: undefined } as const;
  const change = {
    ...(isReopened && { set: statePaths(request, client, open) }),
    add: { 'summary/files': -1, ...NEXT_VERSION },
    when: [
      unchanged('summary/attempt', attempt),
      unchanged('summary/state', request.summary.state),
      ...(isReopened ? [unchanged('version', request.version)] : []),
    ],
  };
  return {
    writes: [{ update: request, change }],
    change: isReopened ? countStates(request.summary.state, open.state) : {},
  };
}

type OwnFile = FiledDocument & { uploadedAt: string; uploadedBy: 'client' | 'adviser' };

/** Takes back a file of a client. Throws 403 if it is not theirs, 409 once it is handed in. */
export async function takeBackFile(client: ClientItem, file: OwnFile): Promise<TakenOff> {
  const clientId = clientIdOf(client);
  const isOwn = file.uploadedBy === 'client' && file.request !== undefined;
  const request = isOwn ? await requestOf(clientId, file.request ?? '') : undefined;
  if (!request) throw forbidden(REQUEST_TEXTS.notOwnFile);
  if (!isRemovable(toRequest(request), { ...file, round: file.attempt })) throw conflict(REQUEST_TEXTS.handedIn);
  const isLast = request.summary.files === 1;
  const change = {
    ...(isLast && { set: { ...notDue.set, handInAt: undefined } }),
    add: { 'summary/files': -1, ...NEXT_VERSION },
    // Conflicts with a concurrent hand-in, decision or file.
    when: [unchanged('version', request.version)],
  };
  return { writes: [{ update: request, change }], change: {} };
}

/** Returns true if a file of this attempt came since staff last asked. It may have been removed again. */
async function hasNewFile(request: RequestItem): Promise<boolean> {
  const { askedAt, attempt } = request.summary;
  // A large file has the key of the day on which its upload began.
  const began = new Date(Date.parse(askedAt) - UPLOAD_DAYS * DAY_MS);
  const range = { from: `${PREFIX.document}${timeKey(began)}` };
  const found = await query<Filed>(clientPartition(clientIdOf(request)), PREFIX.document, range);
  return found.some(
    (file) =>
      file.request === childKeyOf(request) &&
      file.attempt === attempt &&
      !file.deleting &&
      (file.uploadedAt ?? timeOfKey(childKeyOf(file))) > askedAt,
  );
}

/** Hands a request in, half an hour after the client's last file. Idempotent. */
export async function handInDue(due: DueItem, now: Date): Promise<void> {
  const request = await get<RequestItem>(due);
  if (!request) return;
  const client = await get<ClientItem>(clientKey(clientIdOf(request)));
  if (!client || client.deleting) return;
  const { handInAt, summary } = request;
  if (summary.state !== 'open' || handInAt === undefined || !(await hasNewFile(request))) {
    await tryUpdate(request, {
      set: { ...notDue.set, handInAt: undefined },
      when: [['version', '=', request.version]],
    });
    return;
  }
  // A file that came meanwhile has moved the time, which this run's claim has overwritten.
  if (new Date(handInAt) > now) {
    const later = dueKeys(new Date(handInAt), KEYS.request.due, idOfChild(request));
    await tryUpdate(request, { set: later, when: [['version', '=', request.version]] });
    return;
  }
  await submitRequest({ actor: SYSTEM, client, now }, request, 'clock');
}
