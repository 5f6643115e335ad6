import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';

const MODULES = readdirSync('shared', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

// Reading a locale’s data takes 17 ms on a desk and some 70 on a phone, before the first screen is drawn.
test('formats no number or date of a locale while the modules load', async () => {
  const asked = [
    vi.spyOn(Number.prototype, 'toLocaleString'),
    vi.spyOn(Date.prototype, 'toLocaleString'),
    vi.spyOn(Intl, 'NumberFormat'),
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Intl, 'PluralRules'),
    vi.spyOn(Intl, 'Collator'),
  ];
  for (const file of MODULES) await import(path.resolve('shared', file));
  expect(asked.map((spy) => spy.mock.calls)).toEqual(asked.map(() => []));
});
