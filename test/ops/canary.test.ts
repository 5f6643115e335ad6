import { afterEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/jobs/canary.ts';
import { siteOrigin } from '../support/stack.ts';

afterEach(() => vi.unstubAllEnvs());

test('the canary finds the site well', async () => {
  vi.stubEnv('ORIGINS', siteOrigin());
  await expect(handler()).resolves.toBeUndefined();
});
