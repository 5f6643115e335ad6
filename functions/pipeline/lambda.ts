import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { api } from '#shared/contract/api.ts';
import type { Call, LambdaName } from '#shared/contract/call.ts';
import { currentTime } from '../aws/clock.ts';
import { awsCalls } from '../aws/counted.ts';
import { retried } from '../aws/retry.ts';
import { get } from '../aws/table.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { notFound } from '../services/errors.ts';
import { logRequest, type Noted, nameRequest } from '../services/log/log.ts';
import type { Visit } from '../services/sessions/visit.ts';
import { browserLabel } from '../services/sessions/visit.ts';
import { checkAccess, checkReauthentication, refuseOtherSites, refuseToken } from './access.ts';
import type { Actor } from './handlers.ts';
import { type AnyHandler, type Handlers, silenced } from './handlers.ts';
import { identityOf, proofOf, tokenOf } from './identity.ts';
import { createdId, requestIds, subjectIds } from './log-ids.ts';
import type { Upload } from './multipart.ts';
import { checkIds, clientIdFrom, firstParam, parse, type Received, readJson, readQuery, received } from './request.ts';
import { compressed, errorOf, toErrorResult, toResult } from './response.ts';

export { prepared } from './handlers.ts';

const CALLS = new Map<string, Call>(Object.entries(api));

/** A page sends this with what it asks by itself, while nobody touches it: that keeps no session alive. */
const UNATTENDED = 'x-unattended';

const visitOf = ({ headers, source }: Received, device: string | undefined): Visit => ({
  device,
  source,
  label: browserLabel(headers['user-agent']),
});

type ReadUpload = (request: Received) => Promise<Upload>;

/** A request under way: who makes it, and what it does to whom, is known for the log as soon as it is found out. */
interface UnderWay {
  call: Call;
  handler: AnyHandler;
  request: Received;
  readUpload: ReadUpload | undefined;
  now: Date;
  once: (what: () => Promise<void>) => Promise<void>;
  actor?: Actor;
  noted: Noted;
}

function onlyOnce(): UnderWay['once'] {
  let done = false;
  return async (what) => {
    if (done) return;
    await what();
    done = true;
  };
}

async function readBody({ call, request, readUpload }: UnderWay, actor: Actor): Promise<unknown> {
  const schema = actor.kind === 'client' ? (call.bodyFromClient ?? call.body) : call.body;
  if (schema !== 'multipart') return schema && parse(schema, readJson(request));
  if (!readUpload) throw new Error('This function cannot read uploads');
  return readUpload(request);
}

async function answer(underWay: UnderWay): Promise<APIGatewayProxyResult> {
  const { call, handler, request, now, once } = underWay;
  const { params, accept } = request;
  const clientId = clientIdFrom(call.about, firstParam(request.name, params));
  refuseToken(call, tokenOf(request), clientId);
  const proof = await proofOf(request, call, now);
  const ids = { adviserId: proof.session?.adviserId, clientId: proof.claim?.clientId };
  const start = async () => {
    const query = call.query && parse(call.query, readQuery(request));
    return { query, run: handler({ params, query, accept, ...ids }) };
  };
  // Without a valid signature nothing is read, unless the call is open to anyone.
  const isSigned = proof.session !== undefined || proof.claim !== undefined;
  const mayCost = isSigned || call.allow.includes('anonymous');
  const starting = mayCost ? silenced(start()) : undefined;
  const reading = clientId && proof.session ? silenced(get<ClientItem>(clientKey(clientId))) : undefined;
  const isAttended = request.headers[UNATTENDED] === undefined;
  const { actor, settings, note: noteSession } = await identityOf(proof, { isAttended, now });
  underWay.actor = actor;
  const client = actor.kind === 'client' && actor.id === clientId ? actor.client : await reading;
  if (params.token !== undefined && params.token !== proof.token) throw notFound();
  checkAccess(call, actor, { clientId, client });
  const body = await readBody(underWay, actor);
  checkReauthentication(call, actor, { body, accept }, now);
  const { query, run } = await (starting ?? start());
  const noting = noteSession && silenced(noteSession());
  const note = (noted: Noted) => void Object.assign(underWay.noted, noted);
  const visit = visitOf(request, proof.device);
  const given = await run({ actor, settings, params, query, body, accept, client, visit, now, note, once });
  await noting;
  if (call.status === 201) note(createdId(given));
  return compressed(toResult(call.status, given, request.requestId), request.headers['accept-encoding']);
}

/**
 * A Lambda function that answers its calls of the contract. The path of a request: origin, signature of cookie or token,
 * identity (in parallel with what is to be loaded), access, input, handler; errors become the contract's JSON; a conflicting
 * write runs the request again. `readUpload` reads multipart bodies; a function without such calls does not carry it.
 */
export function lambda<L extends LambdaName>(_name: L, handlers: Handlers<L>, readUpload?: ReadUpload) {
  const answering = new Map<string, AnyHandler>(Object.entries(handlers));
  const respond = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const started = performance.now();
    Object.assign(awsCalls, { count: 0, rounds: 0 });
    const request = received(event);
    const ids = requestIds(request);
    nameRequest(ids);
    let underWay: UnderWay | undefined;
    const log = (status: number, error?: unknown) =>
      logRequest({
        ...ids,
        ...subjectIds(request, underWay?.call.about, underWay?.actor),
        call: request.name,
        status,
        ms: performance.now() - started,
        awsCalls: awsCalls.count,
        awsRounds: awsCalls.rounds,
        actor: underWay?.actor,
        ...underWay?.noted,
        error,
      });
    try {
      const call = CALLS.get(request.name);
      const handler = answering.get(request.name);
      if (!handler || !call) throw notFound();
      checkIds(request.params);
      refuseOtherSites(call, request);
      const current = { call, handler, request, readUpload, once: onlyOnce(), noted: {} };
      const result = await retried(async () => {
        underWay = { ...current, now: await currentTime() };
        return answer(underWay);
      });
      log(result.statusCode);
      return result;
    } catch (thrown) {
      const error = errorOf(thrown);
      log(error.status, error.status < 500 ? undefined : thrown);
      return toErrorResult(error, request.requestId);
    }
  };
  // middy carries no middleware of its own family, as each would do less for more code in all of the functions (7.9,
  // minified): http-header-normalizer takes 1.6 KB for the one line in received.ts; http-content-negotiation and
  // http-content-encoding take 11.7 KB, and have no least length; http-multipart-body-parser passes over a second file and
  // over a third part, and answers 415 or 422 in a form of its own; http-json-body-parser answers 415 where no body is meant.
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>().handler(respond);
}
