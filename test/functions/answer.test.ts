import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed, toResult } from '#functions/pipeline/response.ts';

const LONG = Array.from({ length: 200 }, (_, i) => ({ id: i, name: 'Mia Wood' }));
const long = toResult(200, LONG, 'r');

test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'deflate,gzip'])(
  'compresses a long response for accept-encoding: %s',
  (takes) => {
    const { headers, body, isBase64Encoded } = compressed(long, takes);
    expect(headers).toMatchObject({ ...long.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(isBase64Encoded).toBe(true);
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(long.body);
    expect(body.length).toBeLessThan(long.body.length / 4);
  },
);

test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.0, br', 'x-gzipped'])(
  'does not compress a long response for accept-encoding: %s',
  (takes) => {
    expect(compressed(long, takes)).toBe(long);
  },
);

test('does not compress short or binary responses', () => {
  for (const body of [{ message: 'no' }, undefined, Buffer.alloc(5000)]) {
    const result = toResult(200, body, 'r');
    expect(compressed(result, 'gzip')).toBe(result);
  }
});
