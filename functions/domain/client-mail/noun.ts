import * as KEYS from '../../services/keys/item-kinds.ts';
import { ALONE, type Nouns } from '../noun.ts';

export const nouns = {
  personMail: {
    name: 'digest to a second client or attorney',
    rest: ['client', 'number'],
    index: 'due, while it waits',
    key: KEYS.personMail,
    owner: 'client',
    exported: 'Only says that an email about news is due.',
    restored: 'never',
    verified: ALONE,
  },
  clientMail: {
    name: 'digest to a client',
    rest: ['client'],
    index: 'due, while it waits',
    key: KEYS.clientMail,
    owner: 'client',
    exported: 'Only says that an email about news is due.',
    restored: 'never',
    verified: ALONE,
  },
} as const satisfies Nouns;
