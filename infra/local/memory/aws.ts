import { readMime } from '#infra/local/emulator-kinds.ts';
import { kms } from './keys.ts';
import { type Answer, Objects } from './objects.ts';
import { AwsError, type Listener, Tables } from './table.ts';

/** A request to AWS, below the SDK. */
export interface AwsRequest {
  method: string;
  url: URL;
  headers: Record<string, string | undefined>;
  body: Uint8Array;
}

export type TakenMail = ReturnType<typeof readMime> & { sentAt: string };

/** AWS in memory, by the protocols of the services that the product uses. */
export class Aws {
  readonly tables: Tables;
  readonly objects = new Objects();
  /** Oldest first. */
  readonly mails: TakenMail[] = [];
  readonly messages: string[] = [];
  readonly logs: string[] = [];
  private readonly publish: (message: string) => void;
  constructor(listener: Listener, publish: (message: string) => void) {
    this.tables = new Tables(listener);
    this.publish = publish;
  }

  /** Empties everything except keys. */
  reset(tableName: string): void {
    this.tables.create(tableName);
    this.objects.clear();
    this.mails.length = 0;
    this.messages.length = 0;
    this.logs.length = 0;
  }

  private async json(target: string, body: string): Promise<object> {
    const [service = '', operation = ''] = target.split('.');
    const input = JSON.parse(body);
    if (operation === 'TransactWriteItems') return this.tables.transaction(input);
    if (service.startsWith('DynamoDB')) return this.tables.answer(operation, input);
    if (service.startsWith('Trent')) return kms(operation, input);
    if (operation === 'DescribeLogGroups') return { logGroups: [{ logGroupName: 'functions' }] };
    if (operation === 'FilterLogEvents') return { events: this.logs.map((message) => ({ message })) };
    if (operation !== 'SendMessage') throw new AwsError('UnsupportedOperation', target);
    this.messages.push(input.MessageBody);
    return { MessageId: String(this.messages.length) };
  }

  private form(form: URLSearchParams): string {
    const action = form.get('Action');
    if (action === 'Publish') this.publish(form.get('Message') ?? '');
    else if (action === 'SendRawEmail') {
      const mime = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64').toString();
      const plain = Object.entries(readMime(mime)).map(([part, text]) => [part, text?.replaceAll('\r\n', '\n')]);
      this.mails.push({ ...Object.fromEntries(plain), sentAt: new Date().toISOString() });
    } else throw new AwsError('InvalidAction', String(action));
    return `<${action}Response><${action}Result><MessageId>1</MessageId></${action}Result></${action}Response>`;
  }

  async answer({ method, url, headers, body }: AwsRequest): Promise<Answer> {
    const target = headers['x-amz-target'];
    if (!target) {
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
      if (!isForm) return this.objects.answer(method, url, headers, body);
      const answered = this.form(new URLSearchParams(Buffer.from(body).toString()));
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: answered };
    }
    const type = { 'content-type': headers['content-type'] ?? '' };
    try {
      return {
        status: 200,
        headers: type,
        body: JSON.stringify(await this.json(target, Buffer.from(body).toString())),
      };
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const said = { __type: error.type, message: error.message, ...error.more };
      return { status: 400, headers: type, body: JSON.stringify(said) };
    }
  }
}
