import * as KEYS from '../../services/keys/item-kinds.ts';
import type { Nouns } from '../noun.ts';

export const nouns = {
  loa: {
    name: 'letter of authority',
    rest: ['client', 'key'],
    index: `list, while under way: \`${KEYS.account.pk}adviser\` / \`${KEYS.loa.row}day#key\`; due, until its next chase`,
    key: KEYS.loa,
    owner: 'client',
    exported: ['loas'],
    restored: 'back',
    // A restored letter is chased from the board, without a notice for a day that has passed.
    current: ['dpk', 'dsk'],
  },
} as const satisfies Nouns;
