import type { Adviser } from '#shared/contract/advisers.ts';
import type { FullClient } from '#shared/contract/clients.ts';
import { test as atStart } from '../support/browser/at-start.ts';
import { expect } from '../support/browser/watched.ts';
import { StubApi } from '../support/stub/api.ts';
import { anAdmin } from '../support/stub/builders.ts';
import type { Firm } from '../support/stub/firm.ts';

interface Screen {
  /** The test's own server of the app and of the stubbed API. */
  stub: { api: StubApi; origin: string };
  /** The stubbed API: its answers, and the requests that it received. */
  api: StubApi;
  /** Data of the stubbed API: Ruth Amari is signed in and has the client Mia Wood. */
  firm: Firm;
  /** An admin, signed in instead of Ruth Amari. */
  admin: Adviser;
  /** Mia Wood, with the token of her portal link. */
  client: FullClient & { token: string };
}

/** The watched test on the built app and a stubbed API that keeps to the contract. */
export const test = atStart.extend<Screen>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
  stub: async ({}, use) => {
    const api = new StubApi();
    await use({ api, origin: await api.start() });
    await api.stop();
  },
  baseURL: ({ stub }, use) => use(stub.origin),
  api: [
    async ({ stub: { api }, watch }, use) => {
      api.expected = watch.expected;
      await use(api);
      expect(api.faults).toEqual([]);
    },
    { auto: true },
  ],
  // Automatic, so that a file's own fixture fills it for all tests of the file.
  firm: [({ api }, use) => use(api.firm), { auto: true }],
  admin: ({ firm }, use) => use(firm.enter(anAdmin())),
  client: async ({ firm }, use) => {
    const client = firm.client('mia-wood');
    await use({ ...client, token: firm.tokenOf(client) });
  },
});

export * from '../support/browser/axe.ts';
export * from '../support/browser/client-page.ts';
export * from '../support/browser/documents.ts';
export * from '../support/browser/fit.ts';
export * from '../support/browser/keyboard.ts';
export * from '../support/browser/shoot.ts';
export * from '../support/browser/theme.ts';
export * from '../support/browser/toast.ts';
export * from '../support/stub/builders.ts';
export { expect };
