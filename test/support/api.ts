import { addressOf } from '#shared/contract/address.ts';
import type { CallName } from '#shared/contract/api.ts';
import { siteOrigin } from './stack.ts';

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** An unencoded body; the headers name its type. */
  raw?: BodyInit;
  form?: FormData;
  headers?: Record<string, string>;
}

/** `body` is parsed JSON, bytes or undefined. */
export interface Answered {
  status: number;
  // Tests read answers of many shapes.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
  headers: Headers;
}

async function readBody(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) return undefined;
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? JSON.parse(new TextDecoder().decode(bytes)) : bytes;
}

/** A caller of the API over HTTP with its cookies or portal token. */
export class Caller {
  cookie: string | undefined;
  readonly token: string | undefined;
  constructor(token?: string) {
    this.token = token;
  }

  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('=') + 1);
      const others = this.cookie?.split('; ').filter((other) => !other.startsWith(name)) ?? [];
      const isRemoved = pair === name || /; Max-Age=0(;|$)/.test(line);
      this.cookie = [...others, ...(isRemoved ? [] : [pair])].join('; ') || undefined;
    }
  }

  async call(name: CallName | `${string} /${string}`, sent: Sent = {}): Promise<Answered> {
    const { method, url } = addressOf(name, sent.params, sent.query);
    const response = await fetch(siteOrigin() + url, {
      method,
      headers: {
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookie && { cookie: this.cookie }),
        ...(this.token && { 'x-client-token': this.token }),
        ...sent.headers,
      },
      body: sent.body !== undefined ? JSON.stringify(sent.body) : (sent.form ?? sent.raw ?? null),
      redirect: 'manual',
    });
    this.keep(response.headers.getSetCookie());
    return { status: response.status, body: await readBody(response), headers: response.headers };
  }
}
