import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { received, sourceOf, VIEWER_ADDRESS } from '#functions/pipeline/http.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3::5:6', '2001:db8:1:2::/64'],
  ['2001::2:3:4:5:6:7', '2001:0:2:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'unknown'],
  ['203.0.113', 'unknown'],
  ['203.0.113.7, 198.51.100.1', 'unknown'],
  ['203.0.113.7:443', 'unknown'],
  ['::ffff:1.2.3.999', 'unknown'],
  ['somebody', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('the rate limit treats the address %s as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});

const event = (headers: Record<string, string>) =>
  ({ httpMethod: 'GET', resource: '/', headers, requestContext: { requestId: 'r' } }) as APIGatewayProxyEvent;

test('takes the client’s address only from CloudFront’s header', () => {
  const others = { 'X-Forwarded-For': '198.51.100.1', Forwarded: 'for=198.51.100.1', 'X-Real-IP': '198.51.100.1' };
  expect(received(event(others)).source).toBe('unknown');
  expect(received(event({ ...others, [VIEWER_ADDRESS]: '203.0.113.7' })).source).toBe('203.0.113.7');
});
