import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApi } from '#infra/api/openapi.ts';
import { partsOf } from '#shared/contract/address.ts';
import { api } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>;
}
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
};

const document = openApi() as Document;
const TYPES = { multipart: 'multipart/form-data', bytes: 'application/octet-stream' };
const calls = Object.entries(api) as [string, Call][];
const operationOf = (name: string): Operation => {
  const { method, path } = partsOf(name);
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`no ${name}`);
  return operation;
};
const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)));

test('the OpenAPI document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(openApi());
  expect(errors ?? []).toEqual([]);
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('the OpenAPI document contains every API call exactly once', () => {
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(named.sort()).toEqual(Object.keys(api).sort());
  const ids = Object.keys(api).map((name) => operationOf(name).operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every reference in the OpenAPI document resolves', () => {
  const refs = new Set(refsIn(document));
  expect(refs.size).toBeGreaterThan(20);
  for (const ref of refs) {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(ref) ?? [];
    expect(document.components[kind]?.[name], ref).toBeTypeOf('object');
  }
});

test.each(calls)('the OpenAPI operation %s has its parameters, body, success and errors', (name, call) => {
  const operation = operationOf(name);
  const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
  const of = (where: string) => operation.parameters.filter((p) => p.in === where).map((p) => p.name);
  expect(of('path')).toEqual(inPath);
  expect(of('query').length > 0).toBe(call.query !== undefined);

  const type = (typeof call.body === 'string' && TYPES[call.body]) || 'application/json';
  expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(call.body ? [type] : []);
  const { schema } = operation.requestBody?.content[type] ?? {};
  for (const one of (schema?.anyOf as object[] | undefined) ?? (schema ? [schema] : []))
    expect(one).toMatchObject({ type: 'object', additionalProperties: false });

  const { [call.status]: success, ...errors } = operation.responses;
  expect(Object.keys(success?.content ?? {})).toHaveLength(call.returns ? 1 : 0);
  const expected = [...(call.body ? [400, 413, 415] : []), ...(call.allow.includes('anonymous' as never) ? [] : [401])];
  for (const status of [...expected, 429, 500])
    expect(errors[status]?.$ref).toBe(`#/components/responses/Error${status}`);
  expect(operation.security.length).toBeGreaterThan(0);
});
