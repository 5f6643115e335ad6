import { expect, test } from 'vitest';
import { NOUNS, type Noun, nounOf, treatmentOf } from '#functions/domain/nouns.ts';
import { isOf, itemKey, LISTED_BELOW_CLIENT } from '#functions/services/keys/keys.ts';
import { keysOf } from '../docs.ts';

const nouns = Object.keys(NOUNS) as Noun[];
const exampleOf = (noun: Noun) => {
  const rest = (key: string) => (key.endsWith('#') ? 'x#y' : '');
  return itemKey(NOUNS[noun].key, rest(NOUNS[noun].key.pk), rest(NOUNS[noun].key.sk));
};

test('each key matches exactly one registered kind of item', () => {
  for (const noun of nouns) expect(nouns.filter((other) => isOf(NOUNS[other].key, exampleOf(noun)))).toEqual([noun]);
});

test('rejects an unregistered kind of item, in an error without its id', () => {
  const stranger = { pk: 'CLIENT#secret', sk: 'PROVIDER#1' };
  expect(nounOf(stranger)).toBeUndefined();
  expect(() => treatmentOf(stranger)).toThrow('CLIENT#… / PROVIDER#… is not registered');
});

test('keeps all items of a client in the partition that its deletion empties', () => {
  const owned = nouns.filter((noun) => NOUNS[noun].owner === 'client');
  expect(owned).toEqual(nouns.filter((noun) => NOUNS[noun].key.pk === NOUNS.client.key.pk));
});

test('exports each section under a name of its own', () => {
  const names = nouns
    .map((noun) => NOUNS[noun].exported)
    .flatMap((part) => (typeof part === 'string' ? [] : 'name' in part ? part.name : [...part]));
  expect(names).toEqual([...new Set(names)]);
});

test('moves every kind of item in an adviser’s lists when the client is reassigned', () => {
  const listed = nouns.map((noun): { sk: string; row?: string } => NOUNS[noun].key).filter(({ row }) => row);
  expect([NOUNS.client.key.sk, ...LISTED_BELOW_CLIENT].sort()).toEqual(listed.map(({ sk }) => sk).sort());
});

test('shows each noun in the map of keys with keys of its own', () => {
  for (const noun of nouns) {
    const { pk, sks } = keysOf(NOUNS[noun]);
    expect(sks.map((sk) => nounOf({ pk, sk }))).toEqual(sks.map(() => noun));
    expect([pk, ...sks].filter((key) => key.endsWith('#'))).toEqual([]);
  }
});
