import { expect, test } from 'vitest';
import { addressOf } from '#shared/contract/address.ts';
import { ApiError, headersOf } from '../../web/src/lib/http/api.ts';
import { keyOf } from '../../web/src/lib/query/query.ts';

// How the app talks to the server (product 6, 7, 8).

test.each([
  [409, '{"message":"In use","fields":{"email":"In use"}}', '409: {"message":"In use","fields":{"email":"In use"}}'],
  [502, 'Bad gateway', '502: Bad gateway'],
  [500, '', '500: Server Error'],
])('an answer with %i and the text "%s" is the error "%s"', (status, text, message) => {
  expect(new ApiError(status, 'Server Error', text).message).toBe(message);
});

test('an error knows the server’s sentence and its fields, where there are any', () => {
  const refused = new ApiError(400, '', '{"message":"Name is required","fields":{"name":"Name is required"}}');
  expect(refused.serverMessage).toBe('Name is required');
  expect(refused.fields).toEqual({ name: 'Name is required' });
  for (const text of ['', '<html>', 'null', '{}']) {
    const { serverMessage, fields } = new ApiError(500, '', text);
    expect([serverMessage, fields]).toEqual([undefined, {}]);
  }
});

test('an error knows what has to be done first', () => {
  const refused = new ApiError(403, '', '{"message":"Please confirm that it is you","confirm":true}');
  expect(refused.more).toEqual({ confirm: true });
});

test('a read’s key joined with slashes is its address', () => {
  const params = { id: 'c1' };
  for (const name of ['GET /api/clients', 'GET /api/clients/{id}', 'GET /api/clients/{id}/stages'] as const)
    expect(keyOf(name, params).join('/')).toBe(addressOf(name, params).url);
});

test('names in an address cannot leave their place', () =>
  expect(addressOf('GET /api/portal/{token}', { token: '../clients?x=1' }).url).toBe(
    '/api/portal/..%2Fclients%3Fx%3D1',
  ));

test('JSON is announced only with a payload, a portal token only where there is one', () => {
  expect(headersOf({})).toEqual({});
  expect(headersOf({ body: {} })).toEqual({ 'content-type': 'application/json' });
  expect(headersOf({ body: new FormData(), token: 'a-token' })).toEqual({ 'x-client-token': 'a-token' });
});
