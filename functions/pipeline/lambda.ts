import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import {
  type AnswerOf,
  api,
  type BodyOf,
  type Call,
  type Caller,
  type CallName,
  type CallsOf,
  type LambdaName,
  type ParamNames,
  type QueryOf,
} from '#shared/contract/api.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { awsCalls } from '../aws/counted.ts';
import { env } from '../aws/env.ts';
import { get } from '../aws/table.ts';
import { readSession } from '../domain/accounts/session.ts';
import { type Actor, type ActorOf, clientOfToken, mayKnow, staffOfSession } from '../domain/actor.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { readPortalToken, tokenOf } from '../domain/clients/portal-token.ts';
import { forbidden, HttpError, notFound, unauthorised } from '../domain/errors.ts';
import { clientIdFrom, firstParam } from './about.ts';
import { logRequest, type Noted, nameRequest } from './log.ts';
import { createdId, idsOf } from './log-ids.ts';
import { header, parse, readJson, readQuery } from './request.ts';
import { type Answer, compressed, toErrorResult, toResult } from './response.ts';
import { retried } from './retry.ts';

type Params<C extends CallName> = { readonly [P in ParamNames<C>]: string };
/** What a handler gets: who calls (already allowed), what with (already parsed), about which client (already theirs). */
export interface Request<C extends CallName = CallName> {
  actor: ActorOf<(typeof api)[C]['allow'][number]>;
  params: Params<C>;
  body: BodyOf<C>;
  query: QueryOf<C>;
  client: (typeof api)[C]['about'] extends 'nobody' ? undefined : ClientItem;
  now: Date;
  event: APIGatewayProxyEvent;
  /** Adds to the request's line in the log. */
  note: (noted: Noted) => void;
}

type Result<C extends CallName> = Promise<Answer | AnswerOf<C>>;
type Run<C extends CallName> = (request: Request<C>) => Result<C>;
/** What is known before the table says more: `adviserId` is who a cookie of ours names, `clientId` who a token of ours does. */
interface Early<C extends CallName> {
  params: Params<C>;
  query: QueryOf<C>;
  adviserId: string | undefined;
  clientId: string | undefined;
}
/** A handler that reads alongside the identity check: `load` starts at once, `run` comes only after all checks. */
interface Prepared<C extends CallName> {
  load: (early: Early<C>) => Promise<unknown>;
  run: (request: Request<C>, loaded: never) => Result<C>;
}

/** A handler whose `load` runs in parallel with the identity check; what it gives reaches `run` only if the caller may. */
export const prepared = <C extends CallName, T>(
  load: (early: Early<C>) => Promise<T>,
  run: (request: Request<C>, loaded: T) => Result<C>,
): Prepared<C> => ({ load, run });

type Handlers<L extends LambdaName> = { [C in CallsOf<L>]: Run<C> | Prepared<C> };
type AnyHandler = Run<never> | Prepared<never>;

/** What a browser says of a request's source that is this site, or nobody's but its user's. */
const OWN_SITE = ['same-origin', 'none'];

function refuseOtherSites(call: Call, event: APIGatewayProxyEvent): void {
  if (event.httpMethod === 'GET' && !call.writes) return;
  const origin = header(event, 'origin') ?? env('ORIGIN');
  const site = header(event, 'sec-fetch-site') ?? 'none';
  if (origin !== env('ORIGIN') || !OWN_SITE.includes(site)) throw forbidden('This request came from another site');
}

function checkAccess(call: Call, actor: Actor, clientId: string | undefined, client: ClientItem | undefined): void {
  const allowed = call.allow.includes(actor.kind as Caller);
  if (actor.kind === 'anonymous' && !allowed) throw unauthorised();
  const hidden = clientId !== undefined && (!client || !mayKnow(actor, client));
  if (hidden && (allowed || actor.kind === 'client')) throw notFound();
  if (!allowed) throw forbidden();
  if (client?.deleting && call.status !== 204) throw new HttpError(409, BEING_DELETED);
}

function readBody(call: Call, actor: Actor, event: APIGatewayProxyEvent): unknown {
  const schema = actor.kind === 'client' ? (call.bodyFromClient ?? call.body) : call.body;
  return schema === undefined || schema === 'multipart' ? undefined : parse(schema, readJson(event));
}

const silenced = <T>(promise: Promise<T> | undefined) => {
  promise?.catch(() => undefined);
  return promise;
};

/** A request under way: who makes it, and what it does to whom, is known for the log as soon as it is found out. */
interface UnderWay {
  name: CallName;
  handler: AnyHandler;
  event: APIGatewayProxyEvent;
  now: Date;
  actor?: Actor;
  noted: Noted;
}

async function answer(underWay: UnderWay): Promise<APIGatewayProxyResult> {
  const { name, handler, event, now } = underWay;
  const call: Call = api[name];
  const params = (event.pathParameters ?? {}) as Record<string, string>;
  const readCallQuery = () => (call.query ? parse(call.query, readQuery(event)) : undefined);
  const clientId = clientIdFrom(call.about, firstParam(name, params));
  const token = tokenOf(event);
  const session = token === undefined ? await readSession(header(event, 'cookie'), now) : undefined;
  const claim = token === undefined ? undefined : await readPortalToken(token);
  const early = { adviserId: session?.adviserId, clientId: claim?.clientId };
  const load = async () => 'load' in handler && handler.load({ params, query: readCallQuery(), ...early } as never);
  // Whom nothing proves costs no read, unless the call is for everyone.
  const mayCost = session !== undefined || claim !== undefined || call.allow.includes('anonymous');
  const loading = silenced(mayCost ? load() : undefined);
  const reading = silenced(clientId && session ? get<ClientItem>(clientKey(clientId)) : undefined);
  const actor: Actor = token === undefined ? await staffOfSession(session) : await clientOfToken(claim);
  underWay.actor = actor;
  const client = actor.kind === 'client' && actor.id === clientId ? actor.client : await reading;
  if (params.token !== undefined && params.token !== token) throw notFound();
  checkAccess(call, actor, clientId, client);
  const body = readBody(call, actor, event);
  const note = (noted: Noted) => void Object.assign(underWay.noted, noted);
  const request = {
    actor,
    params,
    body,
    query: readCallQuery(),
    client,
    now,
    event,
    note,
  } as unknown as Request<never>;
  const given = 'load' in handler ? await handler.run(request, (await loading) as never) : await handler(request);
  if (call.status === 201) note(createdId(given));
  return compressed(toResult(call.status, given, event.requestContext.requestId), header(event, 'accept-encoding'));
}

const internal = new HttpError(500, 'Something went wrong on our side. Please try again.');

/**
 * A Lambda function that answers its calls of the contract. The path of a request: origin, signature of cookie or token,
 * identity (in parallel with what is to be loaded), access, input, handler; errors become the contract's JSON; a conflicting
 * write runs the request again.
 */
export function lambda<L extends LambdaName>(_name: L, handlers: Handlers<L>, clock = () => new Date()) {
  const respond = async (event: APIGatewayProxyEvent, _context: Context): Promise<APIGatewayProxyResult> => {
    const started = performance.now();
    Object.assign(awsCalls, { count: 0, rounds: 0 });
    const name = `${event.httpMethod} ${event.resource}` as CallsOf<L>;
    const { requestId } = event.requestContext;
    nameRequest({ requestId, edgeRequestId: idsOf(event).edgeRequestId });
    let underWay: UnderWay | undefined;
    const log = (status: number, error?: unknown) =>
      logRequest({
        requestId,
        ...idsOf(event, underWay && api[underWay.name].about, underWay?.actor),
        call: name,
        status,
        ms: performance.now() - started,
        awsCalls: awsCalls.count,
        awsRounds: awsCalls.rounds,
        actor: underWay?.actor,
        ...underWay?.noted,
        error,
      });
    try {
      const handler = (handlers as unknown as Partial<Record<string, AnyHandler>>)[name];
      if (!handler) throw notFound();
      refuseOtherSites(api[name], event);
      const request: UnderWay = { name, handler, event, now: clock(), noted: {} };
      underWay = request;
      const result = await retried(() => answer(request));
      log(result.statusCode);
      return result;
    } catch (error) {
      const answered = error instanceof HttpError ? error : internal;
      log(answered.status, error);
      return toErrorResult(answered, requestId);
    }
  };
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>().handler(respond);
}
