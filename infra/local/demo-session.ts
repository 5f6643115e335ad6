import type * as z from 'zod/mini';
import { addressOf } from '#shared/contract/address.ts';
import type { AnswerOf, api, CallName, InputOf, ParamNames } from '#shared/contract/api.ts';

type Params<C extends CallName> = { readonly [P in ParamNames<C>]: string };
type InputFromClient<C extends CallName> = (typeof api)[C] extends { bodyFromClient: infer S extends z.core.$ZodType }
  ? z.input<S>
  : never;

/** Calls the API as one person, signed in or with a portal token. */
export class DemoSession {
  private readonly origin: string;
  private readonly headers: Record<string, string>;

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.origin = origin;
    this.headers = headers;
  }

  /** A session of an adviser. */
  static async signIn(origin: string, { email, password }: { email: string; password: string }): Promise<DemoSession> {
    const answer = await new DemoSession(origin).send('POST', '/api/auth/login', JSON.stringify({ email, password }));
    const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
    return new DemoSession(origin, { cookie });
  }

  /** A client's way in. */
  withToken(token: string): DemoSession {
    return new DemoSession(this.origin, { 'x-client-token': token });
  }

  private async send(method: string, path: string, body?: string | FormData): Promise<Response> {
    const json = typeof body === 'string' && { 'content-type': 'application/json' };
    const answer = await fetch(`${this.origin}${path}`, { method, body, headers: { ...this.headers, ...json } });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }

  /** Makes a call of the contract. Throws where it is refused. */
  async call<C extends CallName>(
    name: C,
    params: Params<C>,
    body?: InputOf<C> | InputFromClient<C>,
  ): Promise<AnswerOf<C>> {
    const { method, url } = addressOf(name, params);
    const answer = await this.send(method, url, body === undefined ? undefined : JSON.stringify(body));
    return (await answer.json()) as AnswerOf<C>;
  }

  /** Uploads a file to a stage. */
  async upload(clientId: string, stageId: string | undefined, file: File): Promise<void> {
    const form = new FormData();
    form.append('file', file);
    if (stageId) form.append('stageId', stageId);
    const { method, url } = addressOf('POST /api/clients/{id}/documents', { id: clientId });
    await this.send(method, url, form);
  }
}
