import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { VIEWER_ACCEPT, VIEWER_ADDRESS } from '#functions/pipeline/http.ts';
import { API_HEADERS, PAGE_HEADERS } from '#infra/edge/security-headers.ts';
import { proxy } from '#infra/local/proxy.ts';

async function listening(handle: RequestListener) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('the local origin forwards Accept and the client’s address as CloudFront does', async () => {
  const forged = { [VIEWER_ADDRESS]: '198.51.100.1', [VIEWER_ACCEPT]: 'text/forged' };
  const came: IncomingHttpHeaders[] = [];
  const api = await listening((request, response) => {
    came.push(request.headers);
    response.end();
  });
  const origin = await listening(proxy(api.url));
  await (await fetch(`${origin.url}/api/x`, { headers: { ...forged, accept: 'image/png' } })).arrayBuffer();
  for (const { close } of [origin, api]) close();
  expect(came).toMatchObject([{ [VIEWER_ADDRESS]: '127.0.0.1', [VIEWER_ACCEPT]: 'image/png' }]);
});

test('the permissions policy allows passkeys only for this site, and no camera, location, payment or USB', () => {
  for (const { 'permissions-policy': policy } of [PAGE_HEADERS, API_HEADERS]) {
    const features = policy.split(', ');
    expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual([
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ]);
    expect(features).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'payment=()', 'usb=()']));
  }
});
