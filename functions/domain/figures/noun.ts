import * as KEYS from '../../services/keys/item-kinds.ts';
import type { Nouns } from '../noun.ts';

export const nouns = {
  figures: {
    name: 'figures of an adviser or the firm in a month',
    rest: ['adviser or FIRM', 'month#stage, added#shard or completed'],
    key: KEYS.figures,
    owner: 'firm',
    exported: 'Numbers without personal data.',
    restored: 'never',
  },
  countedEntry: {
    name: 'marker of an audit entry that was counted in figures',
    rest: ['entry'],
    key: KEYS.countedEntry,
    owner: 'firm',
    exported: 'An id, for 40 days.',
    restored: 'never',
  },
} as const satisfies Nouns;
