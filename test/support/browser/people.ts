import type { BrowserContext } from '@playwright/test';
import { freePort } from '#infra/local/ports.ts';
import { type ClientDesk, clientOf } from '../acts.ts';
import type { Caller } from '../api.ts';
import { newAdmin, newAdviser, type Person } from '../builders.ts';
import { type Memory, startMemory } from '../memory/start.ts';
import { siteOrigin } from '../stack.ts';
import { test as atStart } from './at-start.ts';
import { Interceptor } from './interceptor.ts';

/** Stores a caller's cookies in a browser: a session, or a confirmed device. */
export async function enter(context: BrowserContext, { cookie = '' }: Caller) {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url: siteOrigin(), httpOnly: true, sameSite: 'Lax' as const };
  });
  await context.addCookies(cookies);
}

interface People {
  /** Calls that pages send to the API. */
  api: Interceptor;
  /** A new adviser, signed in to the browser. */
  adviser: Person;
  /** A new admin, signed in to the browser instead of the adviser. */
  admin: Person;
  /** A new client of that adviser, and calls about it. */
  client: ClientDesk;
}

interface Stack {
  memory: Memory;
  interceptor: Interceptor;
}

/** The watched test on a stack in memory that each worker keeps and each test finds empty, with people on request. */
export const test = atStart.extend<People, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const [interceptor, port] = [new Interceptor(), await freePort()];
      const memory = await startMemory({ origin: await interceptor.start(port), port });
      Object.assign(process.env, memory.environment);
      await use({ memory, interceptor });
      await interceptor.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack: { memory } }, use) => {
    await memory.reset();
    await use(memory.environment.TEST_ORIGIN);
  },
  api: [
    async ({ stack: { interceptor }, watch }, use) => {
      interceptor.reset(watch.expected);
      await use(interceptor);
    },
    { auto: true },
  ],
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
  client: async ({ adviser }, use) => use(await clientOf(adviser, { name: 'Mia Wood' })),
});
