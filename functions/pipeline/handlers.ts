import type { AnswerOf, api, BodyOf, CallName, CallsOf, ParamNames, QueryOf } from '#shared/contract/api.ts';
import type { Caller, LambdaName } from '#shared/contract/call.ts';
import type { Enrolling, HalfSignedIn, Staff } from '../domain/accounts/actor.ts';
import { adviserIdOf, type ClientItem } from '../domain/clients/client.ts';
import type { PortalClient, Unconfirmed } from '../domain/portal/actor.ts';
import { clientIdOf } from '../services/keys/keys.ts';
import type { Noted } from '../services/log/log.ts';
import type { Visit } from '../services/sessions/visit.ts';
import type { Settings } from '../services/settings.ts';
import type { Upload } from './multipart.ts';
import type { Answer } from './response.ts';

type Line<C extends CallName> = (typeof api)[C];
type Params<C extends CallName> = { readonly [P in ParamNames<C>]: string };

/** What is known before the table says more: `adviserId` is who a cookie of ours names, `clientId` who a token of ours does. */
export interface Early<P = unknown, Q = unknown> {
  params: P;
  query: Q;
  /** The types that the caller takes, as its header says. */
  accept: string;
  adviserId: string | undefined;
  clientId: string | undefined;
}

interface Checked<A, S, P, Q, B, K> {
  actor: A;
  /** The firm's settings as they hold now, where somebody is known who calls. */
  settings: S;
  params: P;
  query: Q;
  /** Parsed JSON, or the file of a multipart body. */
  body: B;
  /** The types that the caller takes, as its header says. */
  accept: string;
  /** The client that the call is about. */
  client: K;
  /** Where the call comes from. */
  visit: Visit;
  now: Date;
  /** Adds to the request's line in the log. */
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
type Given<C extends CallName> = Promise<Answer | AnswerOf<C> | Nothing<C>>;

/**
 * How a call is answered: the outer function runs at once, alongside the identity check, and reads only; the inner one runs
 * after all checks, and again where its writes met another's.
 */
export type Handler<C extends CallName> = (early: Early<Params<C>, QueryOf<C>>) => (request: Request<C>) => Given<C>;

/** A handler for each call of a function. */
export type Handlers<L extends LambdaName> = { readonly [C in CallsOf<L>]: Handler<C> };

const ignored = () => undefined;

/** The same promise; that it fails does not matter until somebody waits for it. */
export function silenced<T>(promise: Promise<T>): Promise<T> {
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

/**
 * Handlers as the pipeline calls them, which knows at run time alone which call it is. The one place where types are taken
 * on trust: TypeScript compares the parameters of methods both ways, so that a handler of any call is one of these. That
 * actor, path, query, body and client are what its `Request` says is checked by the call's own line of the contract.
 */
interface Dispatch {
  start(early: Early): Dispatch['run'];
  run(request: AnyRequest): Promise<unknown>;
}
/** A handler of any call. */
export type AnyHandler = Dispatch['start'];

/** Who makes a call. */
export type Actor = { kind: 'anonymous' } | HalfSignedIn | Unconfirmed | PortalClient | Enrolling | Staff;
/** The actors that a call may have, from the callers its contract line allows. */
type ActorOf<C extends Caller> = Extract<Actor, { kind: C }>;

/** Returns true if an actor may know of a client: its own adviser, an admin, the client itself (product 6). */
export function mayKnow(actor: Actor, client: ClientItem): boolean {
  switch (actor.kind) {
    case 'admin':
      return true;
    case 'adviser':
      return actor.id === adviserIdOf(client);
    case 'client':
      return actor.id === clientIdOf(client);
    default:
      return false;
  }
}
