import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOUNS, type Noun, nounOf, treatmentOf } from '#functions/domain/nouns.ts';
import { isOf, itemKey, LISTED_BELOW_CLIENT } from '#functions/services/keys/keys.ts';

const nouns = Object.keys(NOUNS) as Noun[];
const exampleOf = (noun: Noun) => {
  const rest = (key: string) => (key.endsWith('#') ? 'x#y' : '');
  return itemKey(NOUNS[noun].key, rest(NOUNS[noun].key.pk), rest(NOUNS[noun].key.sk));
};

test('each key matches exactly one registered kind of item', () => {
  for (const noun of nouns) expect(nouns.filter((other) => isOf(NOUNS[other].key, exampleOf(noun)))).toEqual([noun]);
});

test('an unregistered kind of item is refused, in a message without its id', () => {
  const stranger = { pk: 'CLIENT#secret', sk: 'PROVIDER#1' };
  expect(nounOf(stranger)).toBeUndefined();
  expect(() => treatmentOf(stranger)).toThrow('CLIENT#… / PROVIDER#… is not registered');
});

test('all items of a client are in the partition that its deletion empties', () => {
  const owned = nouns.filter((noun) => NOUNS[noun].owner === 'client');
  expect(owned).toEqual(nouns.filter((noun) => NOUNS[noun].key.pk === NOUNS.client.key.pk));
});

test('a reassignment moves every kind of item below a client that its adviser’s list holds', () => {
  const listed = nouns.map((noun): { sk: string; row?: string } => NOUNS[noun].key).filter(({ row }) => row);
  expect([NOUNS.client.key.sk, ...LISTED_BELOW_CLIENT]).toEqual(listed.map(({ sk }) => sk));
});

test('the map of keys in the documentation names every kind', () => {
  const map = readFileSync('docs/architecture.md', 'utf8').split('## The map of keys')[1] ?? '';
  const [, ...rows] = map.matchAll(/^\| [^|]+\| `([^`]+)` +\|([^|]+)/gm);
  const named = rows.flatMap(([, pk = '', keys = '']) =>
    [...keys.matchAll(/`([^`]+)`/g)].map(([, sk = '']) => nounOf({ pk, sk })),
  );
  expect(new Set(named)).toEqual(new Set(nouns));
});
