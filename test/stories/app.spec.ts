import { test } from '../support/browser/people.ts';
import { expect } from '../support/browser/watched.ts';

test('the content security policy refuses new Trusted Types policies and frames of pages', async ({ page, watch }) => {
  watch.expected.push(/trusted-types trusted-types-policy/, /TrustedTypePolicy/, /frame-src/);
  await page.goto('/');
  const refused = await page.evaluate(() => {
    const types: unknown = Reflect.get(window, 'trustedTypes');
    const create: unknown = typeof types === 'object' && types && Reflect.get(types, 'createPolicy');
    if (typeof create !== 'function') return 'no trusted types';
    return ['default', 'app', 'dompurify'].map((name) => {
      try {
        create.call(types, name, {});
        return `made ${name}`;
      } catch (error) {
        return error instanceof Error ? error.name : error;
      }
    });
  });
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(frame);
  });
  await expect
    .poll(() => watch.faults.filter((fault) => fault.startsWith('content security policy: frame-src')))
    .toHaveLength(1);
});
