import type { About } from '#shared/contract/call.ts';
import { awsCalls } from '../aws/counted.ts';
import { claimedClientId } from '../domain/clients/portal-token.ts';
import { isRootId, parseChildId } from '../services/keys/keys.ts';
import { logRequest, type Noted, nameRequest } from '../services/log/log.ts';
import { firstParam, HttpResponse, type Received, received, tokenOf } from './http.ts';
import type { Actor } from './identity.ts';
import type { Step } from './lambda.ts';

interface RequestIds {
  requestId: string;
  edgeRequestId?: string;
}

interface SubjectIds {
  client?: string;
  target?: string;
  claimed?: string;
}

// These match ids only, so that nothing else that a caller sends, such as a token, is logged.
const EDGE_ID = /^[\w-]{20,60}={0,2}$/;
const CHILD_ID = /^[\w-]{22}\.(\d(\.\d)?|p\d{1,3}|[0-9a-z]{9}[\w-]{16})$/;

function requestIds({ requestId, headers }: Received): RequestIds {
  const edgeRequestId = headers['x-amz-cf-id'] ?? '';
  return { requestId, ...(EDGE_ID.test(edgeRequestId) && { edgeRequestId }) };
}

function ofPath({ name, params }: Received, about: About | undefined): SubjectIds {
  const id = firstParam(name, params);
  if (CHILD_ID.test(id)) return { client: parseChildId(id).clientId, target: id };
  if (!isRootId(id)) return {};
  return about === 'client' ? { client: id } : { target: id };
}

function ofToken(request: Received, actor: Actor | undefined): SubjectIds {
  if (actor?.kind === 'client') return { client: actor.id };
  const claimed = claimedClientId(tokenOf(request) ?? '');
  return claimed ? { claimed } : {};
}

const subjectIds = (request: Received, about?: About, actor?: Actor): SubjectIds => ({
  ...ofToken(request, actor),
  ...ofPath(request, about),
});

export function createdId(given: unknown): Noted {
  const body = given instanceof HttpResponse ? given.body : given;
  return typeof body === 'object' && body && 'id' in body ? { created: String(body.id) } : {};
}

const log: NonNullable<Step['after']> = ({ context, response, error }) => {
  const { request, call, logged, startedAt } = context;
  const status = response?.statusCode ?? 500;
  logRequest({
    ...requestIds(request),
    ...subjectIds(request, call?.about, logged.actor),
    call: request.name,
    status,
    ms: performance.now() - startedAt,
    awsCalls: awsCalls.count,
    awsRounds: awsCalls.rounds,
    ...logged,
    error: status < 500 ? undefined : error,
  });
};

/** Writes one log line per request. It comes first in the list, so that it sees the response of all others. */
export const requestLog: Step = {
  before({ event, context }) {
    Object.assign(awsCalls, { count: 0, rounds: 0 });
    Object.assign(context, { startedAt: performance.now(), request: received(event), logged: {} });
    nameRequest(requestIds(context.request));
  },
  after: log,
  onError: log,
};
