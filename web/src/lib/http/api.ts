import type * as z from 'zod/mini';
import { addressOf } from '#shared/contract/address.ts';
import type { AnswerOf, api, CallName, InputOf, ParamNames, QueryOf } from '#shared/contract/api.ts';
import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import { IDEMPOTENCY_KEY, isRepeatable } from '#shared/contract/repeatable.ts';
import type { Attempt } from './attempts.ts';
import { isUnattended } from './attention.ts';
import { takeFirstRead } from './first-reads.ts';
import { pageOwner } from './session-events.ts';

type BodyFromClient<C extends CallName> = (typeof api)[C] extends { bodyFromClient: infer S extends z.core.$ZodType }
  ? z.input<S>
  : never;

export interface AnySent {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  token?: string;
  /** MIME type to request instead of the call's usual one. */
  accept?: string;
  keepalive?: boolean;
  /** Replaces the key that is kept for the content. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export type Sent<C extends CallName> = {
  query?: { [K in keyof NonNullable<QueryOf<C>>]?: string };
  body?: InputOf<C> | BodyFromClient<C> | FormData;
  token?: string;
  keepalive?: boolean;
  idempotencyKey?: string | undefined;
} & ([ParamNames<C>] extends [never] ? { params?: undefined } : { params: Record<ParamNames<C>, string> });

export type Options<C extends CallName> = [ParamNames<C>] extends [never] ? [sent?: Sent<C>] : [sent: Sent<C>];

/** Further properties of an error response; most name a step to take first. */
interface More {
  /** Confirm this device by a code, mailed to the partly masked address `to`. */
  stepUp?: { to: string };
  /** The portal link has passed its expiry date. */
  expired?: boolean;
  /** The client has a newer link, in a newer email. */
  replaced?: boolean;
  /** The idempotency key cannot be used again. */
  keyUsed?: boolean;
  /** Another account is signed in now than the one that this page belongs to. */
  otherAccount?: boolean;
  /** Answers of a fact-find that somebody else changed meanwhile, by question. */
  answers?: Record<string, FactfindAnswer>;
  [name: string]: unknown;
}

/** A refused call. Its message is "<status>: <body or status text>". */
export class ApiError extends Error {
  readonly status: number;
  /** Sentence for the toast, if the response has one. */
  readonly serverMessage: string | undefined;
  /** Validation errors by field path. */
  readonly fields: Readonly<Record<string, string>>;
  readonly more: More;
  /** Value of `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, statusText: string, text: string, retryAfter?: string | null) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const { message, fields, ...more } = parseError(text);
    this.serverMessage = message;
    this.fields = fields ?? {};
    this.more = more;
    this.retryAfter = Number(retryAfter) || undefined;
  }
}

/** An error whose message is shown to people. */
export class PlainError extends Error {}

/** A call without a response. */
export class ConnectionError extends PlainError {
  override readonly name = 'ConnectionError';
  override readonly message = 'There is no connection to the server. Please check your connection and try again.';
}

function parseError(text: string): More & { message?: string; fields?: Record<string, string> } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/**
 * Returns a call's headers. Requests with `x-unattended` do not extend the session. Those with `x-account` are refused
 * if another account has signed in since.
 */
export const headersOf = ({
  body,
  token,
  accept,
  idempotencyKey,
}: Pick<AnySent, 'body' | 'token' | 'accept' | 'idempotencyKey'>): Record<string, string> => ({
  ...(isUnattended() && { 'x-unattended': '1' }),
  ...(accept !== undefined && { accept }),
  ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
  ...(token !== undefined && { 'x-client-token': token }),
  ...(idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: idempotencyKey }),
  ...(token === undefined && pageOwner.id && { 'x-account': pageOwner.id }),
});

/** Opens the re-authentication dialog; rejects if it is cancelled. Set by the component `ConfirmIdentity`. */
export const reauthentication: { ask?: () => Promise<void> } = {};

/**
 * Makes a call of the contract and returns the response. Repeats it after re-authentication if the server requires
 * that.
 * Throws an {@link ApiError} for a refusal, a {@link ConnectionError} without a response.
 */
export async function send(name: CallName, sent: AnySent = {}): Promise<Response> {
  const { params, query, body, keepalive, headers, signal } = sent;
  const { method, url } = addressOf(name, params, query);
  const payload = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  const asked = method === 'GET' ? takeFirstRead(url) : undefined;
  const asking = () =>
    fetch(url, {
      method,
      headers: { ...headersOf(sent), ...headers },
      body: payload,
      credentials: 'same-origin',
      keepalive,
      signal,
    });
  const response = await (asked ?? asking()).catch((cause: unknown) => {
    throw new ConnectionError(undefined, { cause });
  });
  if (response.ok) return response;
  const text = await response.text();
  const error = new ApiError(response.status, response.statusText, text, response.headers.get('retry-after'));
  if (error.more.confirm !== true || !reauthentication.ask) throw error;
  await reauthentication.ask();
  return send(name, sent);
}

/** Makes a call of the contract and returns the parsed body. Throws as {@link send} does. */
export async function call<C extends CallName>(name: C, ...sent: Options<C>): Promise<AnswerOf<C>>;
export async function call<C extends CallName>(name: C, sent: Sent<C>): Promise<AnswerOf<C>>;
export async function call(name: CallName, sent: AnySent = {}): Promise<unknown> {
  if (!isRepeatable(name) || sent.idempotencyKey) return answerTo(name, sent);
  const { params, body, token } = sent;
  const attempt = await (await attempts())?.attemptWith(token, [name, params, body]);
  return settling(attempt, answerTo(name, { ...sent, idempotencyKey: attempt?.key }));
}

/** Loads the code for idempotency keys with the first call that needs it. If that fails, the call is sent without a key. */
export const attempts = () => import('./attempts.ts').catch(() => undefined);

async function answerTo(name: CallName, sent: AnySent): Promise<unknown> {
  const response = await send(name, sent);
  return response.status === 204 ? undefined : response.json();
}

/** Forgets an attempt once it has succeeded, or once its key is used up. Until then, a repeat needs the same key. */
export async function settling<T>(attempt: Attempt | undefined, sending: Promise<T>): Promise<T> {
  try {
    const result = await sending;
    attempt?.forget();
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.more.keyUsed) attempt?.forget();
    throw error;
  }
}
