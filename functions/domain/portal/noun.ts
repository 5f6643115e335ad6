import * as KEYS from '../../services/keys/item-kinds.ts';
import { ALONE, type Nouns, SECRET, section, time } from '../noun.ts';
import { toDevice } from './device.ts';

export const nouns = {
  // A device that was removed must not be let in again.
  device: {
    name: 'device of a client',
    rest: ['client', 'mark'],
    key: KEYS.device,
    owner: 'client',
    exported: section('devices', 'Devices', {}, toDevice, {
      label: 'Device',
      by: ['Confirmed by', ({ by }) => (by === 'phone' ? 'phone' : 'email')],
      confirmedAt: ['Confirmed', ({ confirmedAt }) => time(confirmedAt)],
      lastAt: ['Last used', ({ lastAt }) => time(lastAt)],
    }),
    restored: 'never',
    verified: ALONE,
  },
  personCodes: {
    name: 'codes of a second client or attorney',
    rest: ['client', 'number'],
    key: KEYS.personCodes,
    owner: 'client',
    exported: SECRET,
    restored: 'never',
    verified: ALONE,
  },
  codes: {
    name: 'codes and phrase for new devices',
    rest: ['client'],
    key: KEYS.codes,
    owner: 'client',
    exported: SECRET,
    restored: 'never',
    verified: ALONE,
  },
} as const satisfies Nouns;
