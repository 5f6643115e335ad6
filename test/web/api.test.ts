import { expect, test } from 'vitest';
import { addressOf } from '#shared/contract/address.ts';
import { ApiError, headersOf } from '../../web/src/lib/http/api.ts';
import { queryKeyOf } from '../../web/src/lib/query/query.ts';

test.each([
  [409, '{"message":"In use","fields":{"email":"In use"}}', '409: {"message":"In use","fields":{"email":"In use"}}'],
  [502, 'Bad gateway', '502: Bad gateway'],
  [500, '', '500: Server Error'],
])('a response with %i and the text "%s" becomes the error "%s"', (status, text, message) => {
  expect(new ApiError(status, 'Server Error', text).message).toBe(message);
});

test('an API error has the server’s message and fields, if there are any', () => {
  const refused = new ApiError(400, '', '{"message":"Name is required","fields":{"name":"Name is required"}}');
  expect(refused.serverMessage).toBe('Name is required');
  expect(refused.fields).toEqual({ name: 'Name is required' });
  for (const text of ['', '<html>', 'null', '{}']) {
    const { serverMessage, fields } = new ApiError(500, '', text);
    expect([serverMessage, fields]).toEqual([undefined, {}]);
  }
});

test('an API error keeps other fields of the response, such as `confirm`', () => {
  const refused = new ApiError(403, '', '{"message":"Please confirm that it is you","confirm":true}');
  expect(refused.more).toEqual({ confirm: true });
});

test('the key of a read, joined with slashes, is its URL', () => {
  const params = { id: 'c1' };
  for (const name of ['GET /api/clients', 'GET /api/clients/{id}', 'GET /api/clients/{id}/stages'] as const)
    expect(queryKeyOf(name, params).join('/')).toBe(addressOf(name, params).url);
});

test('a request has a content type only with a JSON body, and a portal token only if there is one', () => {
  expect(headersOf({})).toEqual({});
  expect(headersOf({ body: {} })).toEqual({ 'content-type': 'application/json' });
  expect(headersOf({ body: new FormData(), token: 'a-token' })).toEqual({ 'x-client-token': 'a-token' });
});
