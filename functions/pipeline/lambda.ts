import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import {
  type AnswerOf,
  api,
  type BodyOf,
  type CallName,
  type CallsOf,
  type ParamNames,
  type QueryOf,
} from '#shared/contract/api.ts';
import type { Call, LambdaName } from '#shared/contract/call.ts';
import { currentTime } from '../aws/clock.ts';
import { awsCalls } from '../aws/counted.ts';
import { retried } from '../aws/retry.ts';
import { get } from '../aws/table.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { notFound } from '../services/errors.ts';
import { logRequest, type Noted, nameRequest } from '../services/log/log.ts';
import { browserLabel, type Visit } from '../services/sessions/visit.ts';
import type { Settings } from '../services/settings.ts';
import { checkAccess, checkReauthentication, refuseOtherSites, refuseToken } from './access.ts';
import {
  checkIds,
  clientIdFrom,
  compressed,
  errorOf,
  firstParam,
  type HttpResponse,
  parse,
  type Received,
  readJson,
  readQuery,
  received,
  toErrorResult,
  tokenOf,
  toResult,
} from './http.ts';
import { type Actor, type ActorOf, identityOf, proofOf } from './identity.ts';
import { createdId, requestIds, subjectIds } from './log-ids.ts';
import type { Upload } from './multipart.ts';

type ContractOf<C extends CallName> = (typeof api)[C];
type Params<C extends CallName> = { readonly [P in ParamNames<C>]: string };

/** Known before the identity check: the ids come from verified cookies and tokens, but may have been revoked. */
export interface Early<P = unknown, Q = unknown> {
  params: P;
  query: Q;
  accept: string;
  adviserId: string | undefined;
  clientId: string | undefined;
}

interface Checked<A, S, P, Q, B, K> {
  actor: A;
  settings: S;
  params: P;
  query: Q;
  body: B;
  accept: string;
  client: K;
  visit: Visit;
  now: Date;
  note: (noted: Noted) => void;
  /** Runs a side effect once, even if the request is retried after a write conflict. */
  once: (effect: () => Promise<void>) => Promise<void>;
}

/** Input of a handler: the caller is authorised, the input parsed, and the client accessible. */
export type Request<C extends CallName> = Checked<
  ActorOf<ContractOf<C>['allow'][number]>,
  'anonymous' extends ContractOf<C>['allow'][number] ? Settings | undefined : Settings,
  Params<C>,
  QueryOf<C>,
  ContractOf<C> extends { body: 'multipart' } ? Upload : BodyOf<C>,
  ContractOf<C>['about'] extends 'nobody' ? undefined : ClientItem
>;

/** Result of an `async` function without `return`, for a call with an empty response. */
type NoResult<C extends CallName> = undefined extends AnswerOf<C> ? ReturnType<() => void> : never;
type ResultOf<C extends CallName> = Promise<HttpResponse | AnswerOf<C> | NoResult<C>>;

/** The outer function reads during the identity check, the inner one runs after all checks. Retries run both. */
export type Handler<C extends CallName> = (early: Early<Params<C>, QueryOf<C>>) => (request: Request<C>) => ResultOf<C>;

export type Handlers<L extends LambdaName> = { readonly [C in CallsOf<L>]: Handler<C> };

const ignored = () => undefined;

/** Prevents an unhandled rejection if the promise fails before it is awaited. */
function silenced<T>(promise: Promise<T>): Promise<T> {
  promise.catch(ignored);
  return promise;
}

/** Returns a handler that reads with `load` during the identity check. `run` gets the result once access is granted. */
export const prepared =
  <C extends CallName, T>(
    load: (early: Early<Params<C>, QueryOf<C>>) => Promise<T>,
    run: (request: Request<C>, loaded: T) => ResultOf<C>,
  ): Handler<C> =>
  (early) => {
    const loading = silenced(load(early));
    return async (request) => run(request, await loading);
  };

type AnyRequest = Checked<Actor, Settings | undefined, unknown, unknown, unknown, ClientItem | undefined>;

/** Erases handler types, as TypeScript compares method parameters bivariantly. The contract validates at run time. */
interface Dispatch {
  start(early: Early): Dispatch['run'];
  run(request: AnyRequest): Promise<unknown>;
}
export type AnyHandler = Dispatch['start'];

const CALLS = new Map<string, Call>(Object.entries(api));

/** Header of background polling, which does not extend a session. */
const UNATTENDED = 'x-unattended';

const visitOf = ({ headers, source }: Received, device: string | undefined): Visit => ({
  device,
  source,
  label: browserLabel(headers['user-agent']),
});

type ReadUpload = (request: Received) => Promise<Upload>;

/** Request in progress. `actor` and `noted` are set as soon as they are known, so that errors are logged with them. */
interface UnderWay {
  call: Call;
  handler: AnyHandler;
  request: Received;
  readUpload: ReadUpload | undefined;
  now: Date;
  once: (effect: () => Promise<void>) => Promise<void>;
  actor?: Actor;
  noted: Noted;
}

function onlyOnce(): UnderWay['once'] {
  let done = false;
  return async (effect) => {
    if (done) return;
    await effect();
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
  // Without a valid signature nothing is preloaded, unless the call is open to anyone.
  const isSigned = proof.session !== undefined || proof.claim !== undefined;
  const mayPreload = isSigned || call.allow.includes('anonymous');
  const starting = mayPreload ? silenced(start()) : undefined;
  const reading = clientId && proof.session ? silenced(get<ClientItem>(clientKey(clientId))) : undefined;
  const isAttended = request.headers[UNATTENDED] === undefined;
  const { actor, settings, noteSession } = await identityOf(proof, { isAttended, now });
  underWay.actor = actor;
  const client = actor.kind === 'client' && actor.id === clientId ? actor.client : await reading;
  if (params.token !== undefined && params.token !== proof.token) throw notFound();
  checkAccess(call, actor, { clientId, client });
  const body = await readBody(underWay, actor);
  checkReauthentication(call, actor, { body, accept, client }, now);
  const { query, run } = await (starting ?? start());
  const noting = noteSession && silenced(noteSession());
  const note = (noted: Noted) => void Object.assign(underWay.noted, noted);
  const visit = visitOf(request, proof.device);
  const given = await run({ actor, settings, params, query, body, accept, client, visit, now, note, once });
  await noting;
  if (call.status === 201) note(createdId(given));
  return compressed(toResult(call.status, given, request.requestId), request.headers['accept-encoding']);
}

/** Returns a function's entry point. Checks origin, identity, access and input in this order. Retries conflicts. */
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
  // middy 7.9 runs without middlewares, because each does less and adds code to every function (sizes minified):
  // - http-header-normalizer adds 1.6 KB for one line in http.ts.
  // - http-content-negotiation and http-content-encoding add 11.7 KB and have no minimum length.
  // - http-multipart-body-parser ignores a second file or third part. It answers 415 or 422 in its own format.
  // - http-json-body-parser answers 415 to calls without a body.
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>().handler(respond);
}
