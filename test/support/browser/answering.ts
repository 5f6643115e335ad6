import type { Page, Route } from '@playwright/test';
import { partsOf } from '#shared/contract/address.ts';
import type { CallName } from '#shared/contract/api.ts';

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
