import { expect, test } from 'vitest';
import { deviceCodeIn } from '#shared/rules/devices.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['Your code: 123 456', '123456'],
  ['012345 is your code.', '012345'],
  ['K7MTQ2XP', 'K7MTQ2XP'],
  ['k7mt-q2xp', 'K7MTQ2XP'],
  ['k7mt q2xp ', 'K7MTQ2XP'],
  ['AB12 3456', 'AB123456'],
  ['1234 56AB', '123456AB'],
  ['1234 5678', '12345678'],
])('extracts from %j the device code %s', (typed, code) => {
  expect(deviceCodeIn(typed)).toBe(code);
});

test.each(['', ' ', '12345', '1234567', 'My code', '123 456 789', 'K7MTQ2X', 'K7MTQ2XPP', '１２３４５６'])(
  'finds no device code in %j',
  (typed) => {
    expect(deviceCodeIn(typed)).toBeUndefined();
  },
);
