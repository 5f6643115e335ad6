import * as KEYS from '../../services/keys/item-kinds.ts';
import { ABOUT_FIRM, type Nouns } from '../noun.ts';

export const nouns = {
  migrations: { name: 'migrations done', key: KEYS.migrations, owner: 'firm', exported: ABOUT_FIRM, restored: 'never' },
} as const satisfies Nouns;
