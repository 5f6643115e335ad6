import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { api, type CallName, type LambdaName } from '#shared/api.ts';
import type { Answered, Sent } from './api.ts';
import './log-lines.ts';
import { emulatorUrl, siteOrigin, stackOutput } from './stack.ts';

Object.assign(process.env, {
  AWS_ENDPOINT_URL: emulatorUrl(),
  AWS_REGION: 'eu-west-2',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  TABLE_NAME: stackOutput('TableName'),
  BUCKET_NAME: stackOutput('BucketName'),
  DATA_KEY_ID: stackOutput('DataKeyId'),
  MAC_KEY_ID: stackOutput('MacKeyId'),
  ORIGIN: siteOrigin(),
  FIRM_NAME: 'Harbour Financial Planning',
  MAIL_FROM: stackOutput('MailFrom'),
  REGISTRATION: 'open',
});

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
const load = async (name: LambdaName): Promise<Handler> => (await import(`../../functions/${name}.ts`)).handler;

async function multipart(form: FormData): Promise<{ body: Buffer; type: string }> {
  const response = new Response(form);
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
}

async function bodyOf({ body, form }: Sent): Promise<{ body: string | null; type?: string }> {
  if (form) {
    const encoded = await multipart(form);
    return { body: encoded.body.toString('base64'), type: encoded.type };
  }
  return body === undefined
    ? { body: null }
    : { body: Buffer.from(JSON.stringify(body)).toString('base64'), type: 'application/json' };
}

/** Makes a call on the real handler, in this process, against the local AWS: for what has to be counted, delayed or broken on the way. */
export async function callHandler(
  caller: { cookie?: string | undefined; token?: string | undefined },
  name: CallName,
  sent: Sent = {},
): Promise<Answered> {
  const [httpMethod = '', resource = ''] = name.split(' ');
  const { body, type } = await bodyOf(sent);
  const event = {
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
  } as unknown as APIGatewayProxyEvent;
  const handler = await load(api[name].lambda);
  const result = await handler(event, {} as Context);
  const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  const headers = new Headers(Object.entries(result.headers ?? {}).map(([key, value]) => [key, String(value)]));
  return {
    status: result.statusCode,
    body: result.isBase64Encoded || bytes.length === 0 ? bytes : JSON.parse(bytes.toString()),
    headers,
  };
}
