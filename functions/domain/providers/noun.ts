import * as KEYS from '../../services/keys/item-kinds.ts';
import { ABOUT_FIRM, type Nouns } from '../noun.ts';

export const nouns = {
  provider: {
    name: 'provider',
    rest: ['', 'key'],
    key: KEYS.provider,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
    grows: ['version'],
  },
  providerCount: {
    name: 'number of providers',
    key: KEYS.providerCount,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
  },
  providerLetters: {
    name: 'number of letters under way with a provider',
    rest: ['', 'key'],
    key: KEYS.providerLetters,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
  },
  responseTimes: {
    name: 'response times of a provider in a month',
    rest: ['', 'month#key'],
    key: KEYS.responseTimes,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
  },
} as const satisfies Nouns;
