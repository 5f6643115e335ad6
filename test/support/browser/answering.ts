import type { Page, Route } from '@playwright/test';
import { partsOf } from '#shared/contract/address.ts';
import type { CallName } from '#shared/contract/api.ts';
import { patternOf } from '../../../infra/local/memory/calls.ts';

/** Answers a call instead of the server; other calls with the same path pass. */
export async function answering(page: Page, name: CallName, answer: (route: Route) => Promise<void>) {
  const { method, path } = partsOf(name);
  await page.route(new RegExp(`${patternOf(path)}(\\?.*)?$`), (route) =>
    route.request().method() === method ? answer(route) : route.fallback(),
  );
}
