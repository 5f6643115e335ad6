import { expect, test } from 'vitest';
import { addressOf, partsOf } from '#shared/contract/address.ts';

test('a call’s name is its method and its path', () =>
  expect(partsOf('GET /api/clients/{id}')).toEqual({ method: 'GET', path: '/api/clients/{id}' }));

test('names are filled in and encoded, so that none leaves its place', () => {
  expect(addressOf('PATCH /api/stages/{stageId}', { stageId: 'c.1/../x?y' })).toEqual({
    method: 'PATCH',
    url: '/api/stages/c.1%2F..%2Fx%3Fy',
  });
});

test('a query has what is given, and no question mark for nothing', () => {
  expect(addressOf('GET /api/clients', {}, { filter: 'on target', cursor: undefined }).url).toBe(
    '/api/clients?filter=on+target',
  );
  expect(addressOf('GET /api/clients', {}, { cursor: undefined }).url).toBe('/api/clients');
});
