import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Key } from '#functions/aws/table.ts';
import { partsOf } from '#shared/contract/address.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { Sent } from './api.ts';
import { emulatorUrl, siteOrigin, stackOutput } from './stack.ts';

/** Environment of the deployed functions, for handlers in this process. */
export const functionEnvironment = () => ({
  AWS_ENDPOINT_URL: emulatorUrl(),
  AWS_REGION: 'eu-west-2',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  TABLE_NAME: stackOutput('TableName'),
  BUCKET_NAME: stackOutput('BucketName'),
  DATA_KEY_ID: stackOutput('DataKeyId'),
  MAC_KEY_ID: stackOutput('MacKeyId'),
  SESSION_KEY_ID: stackOutput('SessionKeyId'),
  EVIDENCE_KEY_ID: stackOutput('EvidenceKeyId'),
  ORIGIN: siteOrigin(),
  FIRM_NAME: 'Harbour Financial Planning',
  MAIL_FROM: stackOutput('MailFrom'),
  MAIL_CONFIGURATION: stackOutput('MailConfiguration'),
  EVENTS_QUEUE: stackOutput('EventsQueue'),
  REGISTRATION: 'open',
});

/** Returns the event of the table's stream for new items. */
export const streamEvent = (...items: readonly object[]): DynamoDBStreamEvent => ({
  Records: items.map((item) => {
    const { pk, sk } = item as Key;
    const image = marshall(item, { removeUndefinedValues: true });
    return { eventName: 'INSERT', dynamodb: { Keys: marshall({ pk, sk }), NewImage: image } } as DynamoDBRecord;
  }),
});

async function multipart(form: FormData): Promise<{ body: Buffer; type: string }> {
  const response = new Response(form);
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
}

async function bodyOf({ body, form, raw }: Sent): Promise<{ body: string | null; type?: string }> {
  if (raw instanceof Uint8Array) return { body: Buffer.from(raw).toString('base64') };
  if (form) {
    const encoded = await multipart(form);
    return { body: encoded.body.toString('base64'), type: encoded.type };
  }
  return body === undefined
    ? { body: null }
    : { body: Buffer.from(JSON.stringify(body)).toString('base64'), type: 'application/json' };
}

export async function eventOf(
  caller: { cookie?: string | undefined; token?: string | undefined },
  name: CallName,
  sent: Sent = {},
): Promise<APIGatewayProxyEvent> {
  const { method: httpMethod, path: resource } = partsOf(name);
  const { body, type } = await bodyOf(sent);
  return {
    httpMethod,
    resource,
    pathParameters: sent.params ?? null,
    multiValueQueryStringParameters: Object.fromEntries(
      Object.entries(sent.query ?? {}).map(([key, value]) => [key, [value]]),
    ),
    headers: {
      ...(type && { 'content-type': type }),
      ...(caller.cookie && { cookie: caller.cookie }),
      ...(caller.token && { 'x-client-token': caller.token }),
      ...sent.headers,
    },
    body,
    isBase64Encoded: true,
    requestContext: { requestId: 'test' },
  } as APIGatewayProxyEvent;
}
