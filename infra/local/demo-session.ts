import type * as z from 'zod/mini';
import { partsOf } from '#shared/contract/address.ts';
import { type AnswerOf, api, type CallName, type InputOf, type ParamNames } from '#shared/contract/api.ts';
import { handlerOf } from './demo-functions.ts';

type Params<C extends CallName> = { readonly [P in ParamNames<C>]: string };
type InputFromClient<C extends CallName> = (typeof api)[C] extends { bodyFromClient: infer S extends z.core.$ZodType }
  ? z.input<S>
  : never;

/** What the pipeline looks at of a request as API Gateway hands it over. */
interface Asked {
  httpMethod: string;
  resource: string;
  pathParameters: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  isBase64Encoded: true;
  requestContext: { requestId: string };
}
/** What it gives back. */
interface Answered {
  statusCode: number;
  body: string;
  multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
}

/** A call that was refused. */
export class Refused extends Error {
  readonly status: number;
  constructor(name: string, { statusCode, body }: Answered) {
    super(`${name} was answered ${statusCode}: ${body}`);
    this.status = statusCode;
  }
}

/** What a call is sent with. */
interface Sent {
  params: Readonly<Record<string, string>>;
  body?: Buffer;
  type?: string;
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/**
 * Calls the API's own functions, in this process, as one person, signed in or with a portal token: so the time is that of this
 * process, and the deployed functions keep theirs.
 */
export class DemoSession {
  private readonly headers: Readonly<Record<string, string>>;
  private readonly cookies = new Map<string, string>();
  /** How many calls were made, by whomever. */
  static calls = 0;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.headers = headers;
  }

  private async send(name: CallName, { params, body, type }: Sent): Promise<Answered> {
    DemoSession.calls += 1;
    const { method: httpMethod, path: resource } = partsOf(name);
    const cookie = [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const asked: Asked = {
      httpMethod,
      resource,
      pathParameters: params,
      headers: {
        ...this.headers,
        'user-agent': BROWSER,
        ...(type && { 'content-type': type }),
        ...(cookie && { cookie }),
      },
      body: body?.toString('base64') ?? null,
      isBase64Encoded: true,
      requestContext: { requestId: 'demo' },
    };
    const handler = await handlerOf<Asked, Answered>(`api/${api[name].lambda}`);
    const answer = await handler(asked);
    if (answer.statusCode >= 300) throw new Refused(name, answer);
    for (const line of answer.multiValueHeaders?.['set-cookie'] ?? []) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    this.cookies.set(name, value);
  }

  /** Makes a call of the contract. Throws {@link Refused} where it is refused. */
  async call<C extends CallName>(
    name: C,
    params: Params<C>,
    body?: InputOf<C> | InputFromClient<C>,
  ): Promise<AnswerOf<C>> {
    const json = body !== undefined && { body: Buffer.from(JSON.stringify(body)), type: 'application/json' };
    const answer = await this.send(name, { params, ...json });
    return (answer.body ? JSON.parse(answer.body) : undefined) as AnswerOf<C>;
  }

  /** Uploads a file to a stage. */
  async upload(clientId: string, about: { stageId?: string; taskId?: string }, file: File): Promise<void> {
    const form = new FormData();
    form.append('file', file);
    for (const [name, id] of Object.entries(about)) form.append(name, id);
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const body = Buffer.from(await encoded.arrayBuffer());
    await this.send('POST /api/clients/{id}/documents', { params: { id: clientId }, body, type });
  }
}
