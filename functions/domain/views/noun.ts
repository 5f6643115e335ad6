import * as KEYS from '../../services/keys/item-kinds.ts';
import { type Nouns, STAFF } from '../noun.ts';

export const nouns = {
  view: {
    name: 'saved view of the clients list',
    rest: ['adviser or FIRM', 'key'],
    key: KEYS.view,
    owner: 'firm',
    exported: STAFF,
    restored: 'back',
  },
  viewCount: {
    name: 'number of saved views',
    rest: ['adviser or FIRM'],
    key: KEYS.viewCount,
    owner: 'firm',
    exported: STAFF,
    restored: 'back',
  },
} as const satisfies Nouns;
