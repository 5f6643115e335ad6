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
import {
  type Actor,
  type ActorOf,
  checkAccess,
  checkReauthentication,
  identityOf,
  proofOf,
  refuseOtherSites,
  refuseToken,
  tokenOf,
} from './access.ts';
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
  toResult,
} from './http.ts';
import { createdId, requestIds, subjectIds } from './log-ids.ts';
import type { Upload } from './multipart.ts';

type Line<C extends CallName> = (typeof api)[C];
type Params<C extends CallName> = { readonly [P in ParamNames<C>]: string };

/** What is known before the table says more: `adviserId` is who a cookie of ours names, `clientId` who a token of ours does. */
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
  /** Does something that must not happen twice where the request is run again, as its writes met another's. */
  once: (what: () => Promise<void>) => Promise<void>;
}

/** What a handler gets: who calls (already allowed), what with (already parsed), about which client (already theirs). */
export type Request<C extends CallName> = Checked<
  ActorOf<Line<C>['allow'][number]>,
  'anonymous' extends Line<C>['allow'][number] ? Settings | undefined : Settings,
  Params<C>,
  QueryOf<C>,
  Line<C> extends { body: 'multipart' } ? Upload : BodyOf<C>,
  Line<C>['about'] extends 'nobody' ? undefined : ClientItem
>;

/** Nothing, as an `async` function without `return` gives it, for a call whose contract names no body. */
type Nothing<C extends CallName> = undefined extends AnswerOf<C> ? ReturnType<() => void> : never;
type Given<C extends CallName> = Promise<HttpResponse | AnswerOf<C> | Nothing<C>>;

/** The outer function reads alongside the identity check; the inner one runs after all checks, and again after a conflict. */
export type Handler<C extends CallName> = (early: Early<Params<C>, QueryOf<C>>) => (request: Request<C>) => Given<C>;

export type Handlers<L extends LambdaName> = { readonly [C in CallsOf<L>]: Handler<C> };

const ignored = () => undefined;

/** The same promise; that it fails does not matter until somebody waits for it. */
function silenced<T>(promise: Promise<T>): Promise<T> {
  promise.catch(ignored);
  return promise;
}

/** A handler that reads with `load` alongside the identity check; what it gives reaches `run` only if the caller may. */
export const prepared =
  <C extends CallName, T>(
    load: (early: Early<Params<C>, QueryOf<C>>) => Promise<T>,
    run: (request: Request<C>, loaded: T) => Given<C>,
  ): Handler<C> =>
  (early) => {
    const loading = silenced(load(early));
    return async (request) => run(request, await loading);
  };

type AnyRequest = Checked<Actor, Settings | undefined, unknown, unknown, unknown, ClientItem | undefined>;

/** The one place where types are trusted: TypeScript compares parameters of methods both ways. The contract checks them at run time. */
interface Dispatch {
  start(early: Early): Dispatch['run'];
  run(request: AnyRequest): Promise<unknown>;
}
export type AnyHandler = Dispatch['start'];

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

/** Answers the calls of one function: origin, identity beside preloading, access, input, handler. Conflicts are retried. */
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
  // minified): http-header-normalizer takes 1.6 KB for the one line in http.ts; http-content-negotiation and
  // http-content-encoding take 11.7 KB, and have no least length; http-multipart-body-parser passes over a second file and
  // over a third part, and answers 415 or 422 in a form of its own; http-json-body-parser answers 415 where no body is meant.
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>().handler(respond);
}
