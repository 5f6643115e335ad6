import { expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };

/** Licences that require only attribution. */
const ALLOWED = ['MIT', 'MIT-0', 'Apache-2.0', 'ISC', '0BSD', 'BSD-3-Clause'];

interface Locked {
  license?: string;
  dev?: boolean;
  integrity?: string;
}
const packages: [string, Locked][] = Object.entries(lock.packages);
const shipped = packages.filter(([path, { dev }]) => path !== '' && !dev);

test('every shipped package has a licence that requires only attribution', () => {
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped.filter(([, { license }]) => !license || !ALLOWED.includes(license));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('every shipped package is locked with an integrity hash', () => {
  expect(shipped.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});
