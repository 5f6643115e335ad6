import * as KEYS from '../../services/keys/item-kinds.ts';
import type { Nouns } from '../noun.ts';

export const nouns = {
  message: {
    name: 'message',
    rest: ['client', 'key'],
    key: KEYS.message,
    owner: 'client',
    exported: ['messages'],
    restored: 'back',
  },
} as const satisfies Nouns;
