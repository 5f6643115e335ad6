import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { AnswerOf, api, BodyOf, CallName, CallsOf, ParamNames, QueryOf } from '#shared/contract/api.ts';
import type { Call, Calls, LambdaName } from '#shared/contract/call.ts';
import { currentTime } from '../aws/clock.ts';
import { retried } from '../aws/retry.ts';
import { get } from '../aws/table.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { FIRST_PERSON } from '../domain/clients/person.ts';
import { notFound } from '../services/errors.ts';
import type { Noted } from '../services/log/log.ts';
import { browserLabel, type Visit } from '../services/sessions/visit.ts';
import type { Settings } from '../services/settings.ts';
import { checkAccess, checkReauthentication, refuseOtherAccount, refuseOtherSites, refuseToken } from './access.ts';
import {
  checkIds,
  clientIdFrom,
  firstParam,
  type HttpResponse,
  parse,
  type Received,
  readBytes,
  readJson,
  readQuery,
  tokenOf,
} from './http.ts';
import { type Actor, type ActorOf, identityOf, proofOf } from './identity.ts';
import type { SentFile } from './multipart.ts';
import { type Attempted, attemptOf } from './repeats.ts';
import { createdId, requestLog } from './request-log.ts';
import { compression, errorResponse, toResult } from './response.ts';

type ContractOf<C extends CallName> = (typeof api)[C];
export type Params<C extends CallName> = { readonly [P in ParamNames<C>]: string };

/** Known before the identity check: the ids come from verified cookies and tokens, but may have been revoked. */
export interface Early<P = unknown, Q = unknown> {
  params: P;
  query: Q;
  accept: string;
  adviserId: string | undefined;
  clientId: string | undefined;
  /** Number of the client's person whose token it is. */
  person: number;
}

interface Checked<A, S, P, Q, B, K> extends Attempted {
  actor: A;
  settings: S;
  params: P;
  query: Q;
  body: B;
  accept: string;
  /** Returns a request header; undefined without it. */
  header: (name: 'x-parts' | 'x-sha256') => string | undefined;
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
  ContractOf<C> extends { body: 'multipart' } ? SentFile : ContractOf<C> extends { body: 'bytes' } ? Buffer : BodyOf<C>,
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
type AnyHandler = Dispatch['start'];

/** Header of background polling, which does not extend a session. */
const UNATTENDED = 'x-unattended';

type ReadUpload = (request: Received) => Promise<SentFile>;

/** State of one request, shared by the middlewares and the handler. `routing` sets `call` and all below it. */
interface RequestContext extends Context {
  request: Received;
  startedAt: number;
  /** Parts of the log line. `actor` is set as soon as it is known. */
  logged: Noted & { actor?: Actor };
  call: Call;
  handler: AnyHandler;
  readUpload: ReadUpload | undefined;
  once: AnyRequest['once'];
}

export type Step = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RequestContext>;

function onlyOnce(): AnyRequest['once'] {
  let done = false;
  return async (effect) => {
    if (done) return;
    await effect();
    done = true;
  };
}

/** Finds the call and its handler. Throws 404 for unknown calls and malformed ids, and 403 for other sites. */
function routing(calls: Calls, handlers: ReadonlyMap<string, AnyHandler>, readUpload: ReadUpload | undefined): Step {
  return {
    before({ context }) {
      const { request } = context;
      const [call, handler] = [calls[request.name as keyof Calls], handlers.get(request.name)];
      if (!call || !handler) throw notFound();
      checkIds(request.params);
      refuseOtherSites(call, request);
      Object.assign(context, { call, handler, readUpload, once: onlyOnce() });
    },
  };
}

async function readBody({ call, request, readUpload }: RequestContext, actor: Actor, now: Date): Promise<unknown> {
  const schema = actor.kind === 'client' ? (call.bodyFromClient ?? call.body) : call.body;
  if (schema === 'multipart') return readUpload?.(request);
  if (schema === 'bytes') return readBytes(request);
  return schema && parse(schema, readJson(request), now);
}

/** Checks identity, access and input in this order, then runs the handler. */
async function attempt(context: RequestContext, now: Date): Promise<APIGatewayProxyResult> {
  const { call, handler, request, logged, once } = context;
  const { params, accept } = request;
  const clientId = clientIdFrom(call.about, firstParam(request.name, params));
  refuseToken(call, tokenOf(request), clientId);
  const proof = await proofOf(request, call, now);
  refuseOtherAccount(request, proof.session?.adviserId);

  // The handler's preload, the client and the caller are read concurrently, in one round. Access is checked after it.
  const startHandler = async () => {
    const query = call.query && parse(call.query, readQuery(request), now);
    const { claim, session } = proof;
    const ids = { adviserId: session?.adviserId, clientId: claim?.clientId, person: claim?.person ?? FIRST_PERSON };
    return { query, run: handler({ params, query, accept, ...ids }) };
  };
  // Without a valid signature nothing is preloaded, unless the call is open to anyone.
  const mayPreload = proof.session || proof.claim || call.allow.includes('anonymous');
  const preload = mayPreload ? silenced(startHandler()) : undefined;
  const clientRead = clientId && proof.session ? silenced(get<ClientItem>(clientKey(clientId))) : undefined;
  const attempted = attemptOf(request, proof, clientId);
  const isAttended = request.headers[UNATTENDED] === undefined;
  const { actor, settings, noteSession } = await identityOf(proof, { isAttended, now });
  logged.actor = actor;
  const client = actor.kind === 'client' && actor.id === clientId ? actor.client : await clientRead;

  if (params.token !== undefined && params.token !== proof.token) throw notFound();
  checkAccess(call, actor, { clientId, client });

  const body = await readBody(context, actor, now);
  checkReauthentication(call, actor, { body, accept, client, settings }, now);
  const [{ query, run }, sent] = await Promise.all([preload ?? startHandler(), attempted(body)]);

  const sessionWrite = noteSession && silenced(noteSession());
  const visit = { device: proof.device, source: request.source, label: browserLabel(request.headers['user-agent']) };
  const note = (noted: Noted) => void Object.assign(logged, noted);
  const header = (name: string) => request.headers[name];
  const given = { actor, settings, params, query, body, accept, header, client, visit, now, note, once, ...sent };
  const answer = await run(given);
  await sessionWrite;
  if (call.status === 201) note(createdId(answer));
  return toResult(call.status, answer, request.requestId);
}

/** API Gateway waits 29 s, cold start included, and functions may run as long. So the answer must leave earlier. */
const ANSWER_EARLY_MS = 1000;

/**
 * Returns a function's entry point. `calls` are those of its own files of the contract, so that it loads no other schemas.
 * Middlewares run in this order, and in reverse on the way out.
 */
export function lambda<L extends LambdaName>(
  _name: L,
  calls: Calls & Record<CallsOf<L>, Call>,
  handlers: Handlers<L>,
  readUpload?: ReadUpload,
) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RequestContext>({
    timeoutEarlyInMillis: ANSWER_EARLY_MS,
  })
    .use([requestLog, errorResponse, compression, routing(calls, new Map(Object.entries(handlers)), readUpload)])
    .handler((_, context) => retried(async () => attempt(context, await currentTime())));
}
