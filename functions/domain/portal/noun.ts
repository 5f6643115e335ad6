import * as KEYS from '../../services/keys/item-kinds.ts';
import { type Nouns, SECRET } from '../noun.ts';

export const nouns = {
  // A device that was removed must not be let in again.
  device: {
    name: 'device of a client',
    rest: ['client', 'mark'],
    key: KEYS.device,
    owner: 'client',
    exported: ['devices'],
    restored: 'never',
  },
  codes: {
    name: 'codes and phrase for new devices',
    rest: ['client'],
    key: KEYS.codes,
    owner: 'client',
    exported: SECRET,
    restored: 'never',
  },
} as const satisfies Nouns;
