import type { Page, Route } from '@playwright/test';
import { partsOf } from '#shared/contract/address.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { Watch } from './watched.ts';

const escapeRegExp = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** Addresses of a call, whatever the names in its path are and whatever its query. */
const addressesOf = (path: string) => new RegExp(`${escapeRegExp(path).replace(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);

/** Answers each request of a call in place of the server, from now on; other calls with the same path go through. */
export async function answering(page: Page, name: CallName, answer: (route: Route) => Promise<void>) {
  const { method, path } = partsOf(name);
  await page.route(addressesOf(path), (route) =>
    route.request().method() === method ? answer(route) : route.fallback(),
  );
}

/** Holds back each request of a call until the function that it gives is called; then they go to the server. */
export async function holding(page: Page, name: CallName) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await answering(page, name, (route) => released.then(() => route.continue()));
  return release;
}

/** Makes a call fail from now on, with a sentence of the server where one is given. */
export async function failing(page: Page, watch: Watch, name: CallName, status = 500, message = 'Out of order') {
  const { method, path } = partsOf(name);
  watch.expected.push(
    new RegExp(`^${status} ${method} .*${addressesOf(path).source}`),
    new RegExp(`^console: Failed to load resource: .* status of ${status} `),
  );
  await answering(page, name, (route) => route.fulfill({ status, json: { message } }));
}

/** Counts the requests of a call from now on. */
export function counting(page: Page, name: CallName) {
  const { method, path } = partsOf(name);
  const sent = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === method && addressesOf(path).test(request.url())) sent.count += 1;
  });
  return sent;
}
