import { afterEach, describe, expect, test } from 'vitest';
import { Caller } from '../support/api.ts';
import { fileForm, newAdviser, newClient } from '../support/builders.ts';
import { testWith } from '../support/emulator.ts';
import { emulatorUrl, siteOrigin, stackOutput } from '../support/stack.ts';

// Errors that API Gateway returns without running a function.

const CALL = '/~1api~1dashboard~1stats/GET';
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

const adviser = await newAdviser();

describe('a throttled call', () => {
  afterEach(() => setThrottle({ op: 'remove', path: CALL }));

  testWith('throttles')('returns 429 with a Retry-After header', async () => {
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

test('a file over the gateway’s limit gets 413 with the limit in the message', async () => {
  const { id } = await newClient(adviser);
  const { status, body } = await adviser.call('POST /api/clients/{id}/documents', {
    params: { id },
    form: fileForm(new Uint8Array(11 * 1024 * 1024), 'film.mp4'),
  });
  expect([status, body]).toEqual([413, { message: expect.stringContaining('4 MB') }]);
});

testWith('gateway answers')('an unknown API path gets 404 with security headers', async () => {
  const { status, body, headers } = await new Caller().call('GET /api/nothing');
  expect([status, body]).toEqual([404, { message: 'Not found' }]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-request-id': expect.stringMatching(/./),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect((await fetch(`${siteOrigin()}/api/nothing`, { method: 'HEAD' })).status).toBe(404);
});
