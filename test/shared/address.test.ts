import { expect, test } from 'vitest';
import { addressOf, partsOf } from '#shared/contract/address.ts';

test('splits the name of an API call into method and path', () =>
  expect(partsOf('GET /api/clients/{id}')).toEqual({ method: 'GET', path: '/api/clients/{id}' }));

test('encodes path parameters, so that none changes the path', () => {
  expect(addressOf('PATCH /api/stages/{stageId}', { stageId: 'c.1/../x?y' })).toEqual({
    method: 'PATCH',
    url: '/api/stages/c.1%2F..%2Fx%3Fy',
  });
});

test('omits empty query parameters, and the question mark if none are left', () => {
  expect(addressOf('GET /api/clients', {}, { filter: 'on target', cursor: undefined }).url).toBe(
    '/api/clients?filter=on+target',
  );
  expect(addressOf('GET /api/clients', {}, { cursor: undefined }).url).toBe('/api/clients');
});
