import * as KEYS from '../../services/keys/item-kinds.ts';
import type { Nouns } from '../noun.ts';

export const nouns = {
  plan: {
    name: 'plan',
    rest: ['client', 'key'],
    key: KEYS.plan,
    owner: 'client',
    exported: ['plans'],
    restored: 'back',
  },
} as const satisfies Nouns;
