import type { BrowserContext } from '@playwright/test';
import type { Client } from '#shared/contract/clients.ts';
import { test as atStart } from '../support/browser/at-start.ts';
import { newAdmin, newAdviser, newClient, type Person } from '../support/builders.ts';
import { type Memory, startMemory } from '../support/memory/start.ts';
import { siteOrigin } from '../support/stack.ts';

/** Signs someone in to a browser by handing it their session. */
export async function enter(context: BrowserContext, { cookie = '' }: Person) {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: siteOrigin(), httpOnly: true, sameSite: 'Lax' }]);
}

interface People {
  /** A new adviser, to whom the browser is signed in. */
  adviser: Person;
  /** A new admin, signed in instead of the adviser. */
  admin: Person;
  /** A new client of that adviser. */
  client: Client & { token: string };
}

/** The watched test on a stack in memory that each worker keeps and each test finds empty, with people on request. */
export const test = atStart.extend<People, { memory: Memory }>({
  memory: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const memory = await startMemory();
      Object.assign(process.env, memory.environment);
      await use(memory);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ memory }, use) => {
    await memory.reset();
    await use(memory.environment.TEST_ORIGIN);
  },
  adviser: async ({ context }, use) => {
    const adviser = await newAdviser('Ruth Amari');
    await enter(context, adviser);
    await use(adviser);
  },
  admin: async ({ context }, use) => {
    const admin = await newAdmin();
    await enter(context, admin);
    await use(admin);
  },
  client: async ({ adviser }, use) => use(await newClient(adviser, { name: 'Mia Wood' })),
});
