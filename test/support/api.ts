import { addressOf } from '#shared/contract/address.ts';
import type { CallName } from '#shared/contract/api.ts';
import { siteOrigin } from './stack.ts';

/** What goes into a call besides its name. */
export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body as it is, with whatever content type the headers say. */
  raw?: BodyInit;
  form?: FormData;
  headers?: Record<string, string>;
}

/** What came back. `body` is parsed JSON, or bytes, or undefined. */
export interface Answered {
  status: number;
  // Tests look into answers of many shapes and assert what they find.
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

/** Someone who calls the API over HTTP: keeps its cookies, sends its portal token. */
export class Caller {
  /** Its cookies, as a Cookie header. */
  cookie: string | undefined;
  readonly token: string | undefined;
  constructor(token?: string) {
    this.token = token;
  }

  /** Takes the cookies of Set-Cookie lines, as a browser does. */
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
