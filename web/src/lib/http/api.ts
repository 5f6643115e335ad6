import type * as z from 'zod/mini';
import { addressOf } from '#shared/contract/address.ts';
import type { AnswerOf, api, CallName, InputOf, ParamNames, QueryOf } from '#shared/contract/api.ts';
import { isUnattended } from './attention.ts';

type BodyFromClient<C extends CallName> = (typeof api)[C] extends { bodyFromClient: infer S extends z.core.$ZodType }
  ? z.input<S>
  : never;

/** What any call needs. */
export interface AnySent {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  token?: string;
  /** The type to answer in, where it is not the call's usual one. */
  accept?: string;
  /** Set where the page may be left before the answer comes. */
  keepalive?: boolean;
}

/** What a call needs: its path's names, its query, its body as an object or a form, a client's portal token. */
export type Sent<C extends CallName> = {
  query?: { [K in keyof NonNullable<QueryOf<C>>]?: string };
  body?: InputOf<C> | BodyFromClient<C> | FormData;
  token?: string;
  keepalive?: boolean;
} & ([ParamNames<C>] extends [never] ? { params?: undefined } : { params: Record<ParamNames<C>, string> });

/** A call's options, which may be left out where its path has no names. */
export type Options<C extends CallName> = [ParamNames<C>] extends [never] ? [sent?: Sent<C>] : [sent: Sent<C>];

/** What a refusal may say besides a sentence and fields: most often what has to be done first. */
interface More {
  /** This device has to be confirmed, by a code that is mailed to an address of which a part is shown. */
  stepUp?: { to: string };
  /** The portal link ended by itself. */
  expired?: boolean;
  [name: string]: unknown;
}

/** A refused call. Its message is the status, a colon, a space and the body's text or the status text (product 8). */
export class ApiError extends Error {
  readonly status: number;
  /** The contract's sentence for a toast, where the answer has one. */
  readonly serverMessage: string | undefined;
  /** What is wrong with each field, by its path. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the answer says besides: what has to be done first, such as `stepUp`, `confirm` or `mustEnrol`. */
  readonly more: More;
  /** Seconds to wait before the next try, where the answer has `Retry-After`. */
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

/** What went wrong, in a message for people. */
export class PlainError extends Error {}

/** A call that no answer came to. */
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
 * Headers of a call: JSON only with a payload, the portal's token only from a client (product 6, 7). `x-unattended` says that the
 * page asks by itself, which keeps nobody signed in.
 */
export const headersOf = ({
  body,
  token,
  accept,
}: Pick<AnySent, 'body' | 'token' | 'accept'>): Record<string, string> => ({
  ...(isUnattended() && { 'x-unattended': '1' }),
  ...(accept !== undefined && { accept }),
  ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
  ...(token !== undefined && { 'x-client-token': token }),
});

/** Asks the person to re-authenticate; rejects if they cancel. Set by the one dialog that does. */
export const reauthentication: { ask?: () => Promise<void> } = {};

/**
 * Makes a call of the contract and returns the response. Where the server wants re-authentication first, asks the person and
 * repeats the call. Throws an {@link ApiError} for a refusal, a {@link ConnectionError} without a response.
 */
export async function send(name: CallName, sent: AnySent = {}): Promise<Response> {
  const { params, query, body, keepalive } = sent;
  const { method, url } = addressOf(name, params, query);
  const payload = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  const init: RequestInit = { method, headers: headersOf(sent), body: payload, credentials: 'same-origin', keepalive };
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new ConnectionError(undefined, { cause });
  });
  if (response.ok) return response;
  const text = await response.text();
  const error = new ApiError(response.status, response.statusText, text, response.headers.get('retry-after'));
  if (error.more.confirm !== true || !reauthentication.ask) throw error;
  await reauthentication.ask();
  return send(name, sent);
}

/** Makes a call of the contract and gives what it answers; throws an {@link ApiError}. */
export async function call<C extends CallName>(name: C, ...sent: Options<C>): Promise<AnswerOf<C>>;
export async function call<C extends CallName>(name: C, sent: Sent<C>): Promise<AnswerOf<C>>;
export async function call(name: CallName, sent?: AnySent): Promise<unknown> {
  const response = await send(name, sent);
  return response.status === 204 ? undefined : response.json();
}

/** A document's bytes, typed as the server decided; throws an {@link ApiError}. `token` where a client asks. */
export async function download(id: string, token?: string): Promise<Blob> {
  const response = await send('GET /api/documents/{id}/download', { params: { id }, token });
  return response.blob();
}
