import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { partsOf } from '#shared/contract/address.ts';
import { type CallName, FILES } from '#shared/contract/api.ts';
import type { Call, Schema } from '#shared/contract/call.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_FORMAT, isRepeatable } from '#shared/contract/repeatable.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { CALLS, type Json, pathParameters, pathsOf } from './paths.ts';

const isSchema = (value: unknown): value is Schema => value instanceof z.core.$ZodType;
const capital = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
/** Schemas of the contract by capitalised export name, which is also their name in the document. */
const NAMED: Record<string, Schema> = Object.fromEntries(
  Object.values(FILES).flatMap((file) =>
    Object.entries(file).flatMap(([name, value]) => (isSchema(value) ? [[capital(name), value]] : [])),
  ),
);

const ERRORS: Record<number, string> = {
  400: 'Invalid input; `fields` names what was wrong',
  401: 'No valid session, or an unknown portal token',
  403: 'The role or the origin of the request forbids it',
  404: 'No such thing, or one that the caller may not know of',
  409: 'The state forbids it',
  413: 'Too large',
  415: 'Wrong content type',
  429: 'Too many attempts; Retry-After says how many seconds to wait',
  500: 'An error of ours',
  502: 'A dependency such as the mail service refused',
};
const MORE_ERRORS: Partial<Record<CallName, number[]>> = {
  'POST /api/auth/login': [401],
  'POST /api/auth/passkey': [401],
  'DELETE /api/account/totp': [404],
  'POST /api/clients/{id}/send-portal-link': [502],
};

const bare = ({ $schema: _, $id: __, ...schema }: Json): Json => schema;
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Returns the answers' schemas by name or by call, with references to one another. */
function answerSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  for (const [name, { returns }] of CALLS)
    if (returns && returns !== 'bytes' && !registry.has(returns)) registry.add(returns, { id: name });
  // Input, because the output of a transform has no schema. It also lets answers have further fields.
  const uri = (id: string) => ref('schemas', id).$ref;
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare({ ...schema })]));
}

const inputSchema = (schema: Schema): Json => bare({ ...z.toJSONSchema(schema, { io: 'input' }) });

const UPLOAD: Json = {
  type: 'object',
  properties: {
    file: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `At most ${MAX_FILE_BYTES} bytes`,
    },
    stageId: { type: 'string' },
    taskId: { type: 'string', description: 'Instead of stageId: the document gets the stage of this task' },
    requestId: { type: 'string', description: 'Instead of stageId: the document gets the stage of this request' },
  },
  required: ['file'],
  additionalProperties: false,
};

function requestBody({ body, bodyFromClient }: Call): Json | undefined {
  if (!body) return undefined;
  if (body === 'multipart') return { required: true, content: { 'multipart/form-data': { schema: UPLOAD } } };
  if (body === 'bytes') return { required: true, content: { 'application/octet-stream': {} } };
  const schema = bodyFromClient ? { anyOf: [inputSchema(body), inputSchema(bodyFromClient)] } : inputSchema(body);
  return { required: true, content: { 'application/json': { schema } } };
}

/** Header of calls that a sender can repeat. */
const REPEATABLE_HEADER: Json = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_FORMAT.source },
};

function parameters(name: CallName, query: Schema | undefined): Json[] {
  const { properties = {} } = query ? z.toJSONSchema(query) : {};
  const inQuery = Object.entries(properties as Json).map(([name, schema]) => ({ name, in: 'query', schema }));
  return [...pathParameters(partsOf(name).path), ...inQuery, ...(isRepeatable(name) ? [REPEATABLE_HEADER] : [])];
}

function security({ allow }: Call): Json[] {
  const signedIn = allow.some((caller) => caller === 'adviser' || caller === 'admin' || caller === 'half-session');
  const byLink = allow.some((caller) => caller === 'client' || caller === 'client-unconfirmed');
  return [
    ...(allow.includes('anonymous') ? [{}] : []),
    ...(signedIn ? [{ session: [] }] : []),
    ...(byLink ? [{ portalToken: [] }] : []),
  ];
}

/** Returns the errors that a call can answer, derived from its entry in the contract. */
function errorStatuses(name: CallName, call: Call): number[] {
  const changes = !name.startsWith('GET ');
  const isPublic = call.allow.includes('anonymous');
  return [
    ...(call.body || call.query ? [400] : []),
    ...(isPublic ? [] : [401]),
    ...(changes || !isPublic ? [403] : []),
    ...(name.includes('{') ? [404] : []),
    // Also any call about a client that is being deleted.
    ...(changes || call.about !== 'nobody' ? [409] : []),
    ...(call.body ? [413, 415] : []),
    429,
    500,
    ...(MORE_ERRORS[name] ?? []),
  ];
}

function success(name: CallName, { returns, query }: Call, schemas: Record<string, Json>): Json {
  const headers = { 'x-request-id': ref('headers', 'RequestId'), ...(query && { Link: ref('headers', 'Link') }) };
  if (!returns) return { description: 'Done', headers };
  if (returns === 'bytes')
    return { description: 'The file, as an attachment', headers, content: { 'application/octet-stream': {} } };
  const [named] = Object.entries(NAMED).find(([, schema]) => schema === returns) ?? [];
  // Calls with the same schema share the one that is registered for the first of them.
  const [first] = CALLS.find(([, call]) => call.returns === returns) ?? [name];
  const schema = named ? ref('schemas', named) : schemas[first];
  return { description: 'Done', headers, content: { 'application/json': { schema } } };
}

function operation(name: CallName, call: Call, schemas: Record<string, Json>): Json {
  const { method, path } = partsOf(name);
  const words = path.replace('/api', '').match(/\w+/g) ?? [];
  const body = requestBody(call);
  const errors = errorStatuses(name, call).map((status) => [status, errorOf(status, call)]);
  return {
    operationId: [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join(''),
    tags: [call.lambda],
    security: security(call),
    'x-allowed-callers': call.allow,
    parameters: parameters(name, call.query),
    ...(body && { requestBody: body }),
    responses: { [call.status]: success(name, call, schemas), ...Object.fromEntries(errors) },
  };
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['message'],
  additionalProperties: false,
};

const errorResponse = (description: string): Json => ({
  description,
  headers: { 'x-request-id': ref('headers', 'RequestId') },
  content: { 'application/json': { schema: ref('schemas', 'Error') } },
});

/** Returns a shared response, unless the call answers 409 with its own body. */
function errorOf(status: number, { conflict }: Call): Json {
  const [named] = Object.entries(NAMED).find(([, schema]) => schema === conflict) ?? [];
  if (status !== 409 || !named) return ref('responses', `Error${status}`);
  const schema = { anyOf: [ref('schemas', 'Error'), ref('schemas', named)] };
  return { ...errorResponse(ERRORS[status] ?? ''), content: { 'application/json': { schema } } };
}

const SCHEMA_REF = /"#\/components\/schemas\/(\w+)"/g;

/** Returns the sorted names of schemas that `from` refers to, directly or indirectly. */
function referred(from: unknown, schemas: Record<string, Json>): string[] {
  const found = new Set<string>();
  const look = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(SCHEMA_REF))
      if (schemas[name] && !found.has(name)) {
        found.add(name);
        look(schemas[name]);
      }
  };
  look(from);
  return [...found].sort();
}

/** Returns the HTTP contract as an OpenAPI 3.1 document, for integrators. */
export function openApi(): Json {
  const schemas = answerSchemas();
  const paths = pathsOf((name, call) => operation(name, call, schemas));
  const responses = Object.entries(ERRORS).map(([status, text]) => [`Error${status}`, errorResponse(text)]);
  const named = referred(paths, schemas).map((name) => [name, schemas[name]]);
  return {
    openapi: '3.1.1',
    info: { title: 'Client-onboarding portal', version: '1' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        portalToken: { type: 'apiKey', in: 'header', name: 'x-client-token' },
      },
      headers: {
        RequestId: { schema: { type: 'string' } },
        Link: { description: 'Where there is more: the next page, rel="next"', schema: { type: 'string' } },
      },
      responses: Object.fromEntries(responses),
      schemas: { Error: ERROR_SCHEMA, ...Object.fromEntries(named) },
    },
  };
}

const FILE = 'dist/openapi.json';

if (import.meta.main) {
  await mkdir(path.dirname(FILE), { recursive: true });
  await writeFile(FILE, `${JSON.stringify(openApi(), null, 2)}\n`);
  console.log(FILE);
}
