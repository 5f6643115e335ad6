import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NOUNS, type Noun, nounOf, treatmentOf } from '#functions/domain/nouns.ts';
import { isOf, itemKey } from '#functions/services/keys/keys.ts';

const nouns = Object.keys(NOUNS) as Noun[];
const exampleOf = (noun: Noun) => {
  const rest = (key: string) => (key.endsWith('#') ? 'x#y' : '');
  return itemKey(NOUNS[noun].key, rest(NOUNS[noun].key.pk), rest(NOUNS[noun].key.sk));
};

test('the key of an item belongs to one kind', () => {
  for (const noun of nouns) expect(nouns.filter((other) => isOf(NOUNS[other].key, exampleOf(noun)))).toEqual([noun]);
});

test('a kind of item that is not registered is refused without its id', () => {
  const stranger = { pk: 'CLIENT#secret', sk: 'PROVIDER#1' };
  expect(nounOf(stranger)).toBeUndefined();
  expect(() => treatmentOf(stranger)).toThrow('CLIENT#… / PROVIDER#… is not registered');
});

test('every kind of item that a client owns is in the partition that deleting the client empties', () => {
  const owned = nouns.filter((noun) => NOUNS[noun].owner === 'client');
  expect(owned).toEqual(nouns.filter((noun) => NOUNS[noun].key.pk === NOUNS.client.key.pk));
});

describe('no source but kinds.ts spells', () => {
  const sources = globSync(['functions/**/*.ts', 'infra/ops/**/*.ts'], {
    exclude: ['functions/services/keys/kinds.ts', 'functions/aws/clock.ts', 'functions/domain/migrations/*'],
  });
  test.each([
    ['a prefix of a key', /['"`][A-Z][A-Z-]*#/],
    ['a part of a key', /\b[ps]k(:|\)? ===|\.startsWith\() ?['"`]/],
  ])('%s, which would be a kind of item that is not registered', (_, key) => {
    expect(sources.length).toBeGreaterThan(150);
    expect(sources.filter((file) => key.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

test('the map of keys in the documentation names every kind', () => {
  const map = readFileSync('docs/architecture.md', 'utf8').split('## The map of keys')[1] ?? '';
  const [, ...rows] = map.matchAll(/^\| [^|]+\| `([^`]+)` +\|([^|]+)/gm);
  const named = rows.flatMap(([, pk = '', keys = '']) =>
    [...keys.matchAll(/`([^`]+)`/g)].map(([, sk = '']) => nounOf({ pk, sk })),
  );
  expect(new Set(named)).toEqual(new Set(nouns));
});
