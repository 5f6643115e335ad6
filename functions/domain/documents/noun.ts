import * as KEYS from '../../services/keys/item-kinds.ts';
import type { Nouns } from '../noun.ts';

export const nouns = {
  document: {
    name: 'document',
    rest: ['client', 'key'],
    key: KEYS.document,
    owner: 'client',
    exported: ['documents'],
    restored: 'back',
  },
  upload: {
    name: 'unfinished upload of a large file',
    rest: ['client', 'key'],
    index: 'due, until it is deleted',
    key: KEYS.upload,
    owner: 'client',
    exported: 'A file that was not sent completely is no document yet.',
    restored: 'never',
  },
} as const satisfies Nouns;
