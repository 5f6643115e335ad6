import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Caller } from '../support/api.ts';
import { fileForm, newAdviser, newClient, type Person } from '../support/builders.ts';
import { testWith } from '../support/emulator.ts';
import { emulatorUrl, siteOrigin, stackOutput } from '../support/stack.ts';

// What API Gateway answers before a function is asked, in the contract's form (contract, General).

const CALL = '/~1api~1dashboard~1stats/GET';
/** Changes the throttle of one call on the deployed API, as the operator may. */
async function setThrottle(...operations: object[]): Promise<void> {
  const response = await fetch(`${emulatorUrl()}/restapis/${stackOutput('RestApiId')}/stages/live`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization:
        'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-2/apigateway/aws4_request, SignedHeaders=host, Signature=x',
    },
    body: JSON.stringify({ patchOperations: operations }),
  });
  expect(response.status).toBe(200);
}

let adviser: Person;
beforeAll(async () => {
  adviser = await newAdviser();
});

describe('a call that comes too often', () => {
  afterEach(() => setThrottle({ op: 'remove', path: CALL }));

  testWith('throttles')('is 429, and says when to come again', async () => {
    expect((await adviser.call('GET /api/dashboard/stats')).status).toBe(200);
    await setThrottle(
      ...['rateLimit', 'burstLimit'].map((limit) => ({
        op: 'replace',
        path: `${CALL}/throttling/${limit}`,
        value: '0',
      })),
    );
    const { status, body, headers } = await adviser.call('GET /api/dashboard/stats');
    expect([status, body]).toEqual([429, { message: expect.stringMatching(/again/) }]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
      'x-request-id': expect.stringMatching(/./),
      'cache-control': 'no-store',
    });
    expect((await adviser.call('GET /api/auth/me')).status).toBe(200);
  });
});

test('a file beyond what the gateway takes is 413, in words that say the limit', async () => {
  const { id } = await newClient(adviser);
  const { status, body } = await adviser.call('POST /api/clients/{id}/documents', {
    params: { id },
    form: fileForm(new Uint8Array(11 * 1024 * 1024), 'film.mp4'),
  });
  expect([status, body]).toEqual([413, { message: expect.stringContaining('4 MB') }]);
});

testWith('gateway answers')(
  'a path that the API does not have is 404 to everybody, with the headers of an answer',
  async () => {
    const { status, body, headers } = await new Caller().call('GET /api/nothing');
    expect([status, body]).toEqual([404, { message: 'Not found' }]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-request-id': expect.stringMatching(/./),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await fetch(`${siteOrigin()}/api/nothing`, { method: 'HEAD' })).status).toBe(404);
  },
);
