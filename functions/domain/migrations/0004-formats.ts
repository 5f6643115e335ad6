import { PREFIX } from '../../services/keys/keys.ts';
import type { Migration } from './migration.ts';

const SIGN_OUT = 'SIGNOUT#';

/** Documents say how they are sealed; what said that a session was signed out of goes, as sessions are items of their own. */
export const formats: Migration = {
  number: 4,
  name: 'give documents a format, take away marks of signing out',
  migrate: (item) => {
    if (item.sk.startsWith(SIGN_OUT)) return undefined;
    const isSealed = item.sk.startsWith(PREFIX.document) && 'encryptionKey' in item;
    return isSealed && !('format' in item) ? { ...item, format: 1 } : item;
  },
};
