import { HAND_IN_MINUTES, isRemovable, REQUEST_LIMITS, REQUEST_TEXTS } from '#shared/rules/requests.ts';
import { UPLOAD_DAYS } from '#shared/rules/uploads.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { get, type Key, query, tryUpdate, type Write } from '../../aws/table.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { conflict, forbidden, invalid } from '../../services/errors.ts';
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
import { type Due, dueKeys, notDue } from '../../services/scheduler/scheduler.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { type RequestItem, readRequest } from './request.ts';
import { resultOf, submitRequest } from './request-change.ts';

/** Kind of due item that hands a request in. */
export const HAND_IN = 'request-hand-in';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Only a file of the client starts the time after which the request is handed in. */
function handIn({ actor, now }: ChangeContext, request: RequestItem) {
  if (actor.kind !== 'client' || request.card.state !== 'open') return {};
  const at = new Date(now.getTime() + HAND_IN_MINUTES * MINUTE_MS);
  return { handInAt: at.toISOString(), ...dueKeys(at, HAND_IN, idOfChild(request)) };
}

/** Conditions under which the file still belongs to this round. Concurrent files do not conflict. */
const sameRound = ({ card }: RequestItem): Condition[] => [
  ['card/state', '=', card.state],
  ['card/round', '=', card.round],
];

/** Returns the write that adds a file to a request. Throws 409 if it is settled or full. */
function addFile(context: ChangeContext, request: RequestItem): Write {
  resultOf('file', request);
  if (request.card.files >= REQUEST_LIMITS.files) throw conflict(REQUEST_TEXTS.tooManyFiles);
  return {
    update: request,
    change: {
      set: handIn(context, request),
      add: { 'card/files': 1, 'card/everFiles': 1, version: 1 },
      when: [...sameRound(request), ['card/files', '<', REQUEST_LIMITS.files]],
    },
  };
}

/** Reads the request that a file is for. Throws 400 unless it is the client's, 409 if it is settled or full. */
export async function linkToRequest(requestId: string, context: ChangeContext) {
  const clientId = clientIdOf(context.client);
  const isOwn = isChildId(requestId) && parseChildId(requestId).clientId === clientId;
  const request = isOwn ? await readRequest(requestId) : undefined;
  if (!request) throw invalid('requestId', 'This request is not the client’s');
  const { title, stage, round, state } = request.card;
  const isLate = context.actor.kind === 'client' && state === 'submitted';
  return {
    document: { request: childKeyOf(request), round },
    entry: { request: { id: requestId, title }, ...(isLate && { late: true as const }) },
    stage,
    writes: [addFile(context, request)],
  };
}

interface FiledDocument {
  request?: string | undefined;
  round?: number | undefined;
}

type Filed = Key & FiledDocument & { uploadedAt?: string; deleting?: boolean };

const requestOf = (clientId: string, key: string) => get<RequestItem>(childItemKey(PREFIX.request, clientId, key));

/** Returns the write that takes a file off its request's count; none for a file of an earlier round. */
export async function takeOffRequest(clientId: string, { request: key, round }: FiledDocument): Promise<Write[]> {
  if (key === undefined) return [];
  const request = await requestOf(clientId, key);
  if (request?.card.round !== round || !request) return [];
  const change = { add: { 'card/files': -1, version: 1 }, when: [unchanged('card/round', round)] };
  return [{ update: request, change }];
}

type OwnFile = FiledDocument & { uploadedAt: string; uploadedBy: 'client' | 'adviser' };

/** Returns the write by which a client takes back a file. Throws 403 if it is not theirs, 409 once handed in. */
export async function takeBackFile(clientId: string, file: OwnFile): Promise<Write[]> {
  const isOwn = file.uploadedBy === 'client' && file.request !== undefined;
  const request = isOwn ? await requestOf(clientId, file.request ?? '') : undefined;
  if (!request) throw forbidden(REQUEST_TEXTS.notOwnFile);
  if (!isRemovable(request.card, file)) throw conflict(REQUEST_TEXTS.handedIn);
  const isLast = request.card.files === 1;
  const change = {
    ...(isLast && { set: { ...notDue.set, handInAt: undefined } }),
    add: { 'card/files': -1, version: 1 },
    // Conflicts with a concurrent hand-in, decision or file.
    when: [unchanged('version', request.version)],
  };
  return [{ update: request, change }];
}

/** Returns true if a file of this round came since staff last asked. It may have been removed again. */
async function hasNewFile(request: RequestItem): Promise<boolean> {
  const { askedAt, round } = request.card;
  // A large file has the key of the day on which its upload began.
  const began = new Date(Date.parse(askedAt) - UPLOAD_DAYS * DAY_MS);
  const range = { from: `${PREFIX.document}${timeKey(began)}` };
  const found = await query<Filed>(clientPartition(clientIdOf(request)), PREFIX.document, range);
  return found.some(
    (file) =>
      file.request === childKeyOf(request) &&
      file.round === round &&
      !file.deleting &&
      (file.uploadedAt ?? timeOfKey(childKeyOf(file))) > askedAt,
  );
}

/** Hands a request in, half an hour after the client's last file. Idempotent. */
export async function handInDue(due: Due, now: Date): Promise<void> {
  const request = await get<RequestItem>(due);
  if (!request) return;
  const client = await get<ClientItem>(clientKey(clientIdOf(request)));
  if (!client || client.deleting) return;
  const { handInAt, card } = request;
  if (card.state !== 'open' || handInAt === undefined || !(await hasNewFile(request))) {
    await tryUpdate(request, {
      set: { ...notDue.set, handInAt: undefined },
      when: [['version', '=', request.version]],
    });
    return;
  }
  // A file that came meanwhile has moved the time, which this run's claim has overwritten.
  if (new Date(handInAt) > now) {
    const later = dueKeys(new Date(handInAt), HAND_IN, idOfChild(request));
    await tryUpdate(request, { set: later, when: [['version', '=', request.version]] });
    return;
  }
  await submitRequest({ actor: SYSTEM, client, now }, request, 'clock');
}
