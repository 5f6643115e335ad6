import * as KEYS from '../../services/keys/item-kinds.ts';
import type { Nouns } from '../noun.ts';

export const nouns = {
  task: {
    name: 'task',
    rest: ['client', 'key'],
    index: `list, while open: \`${KEYS.account.pk}adviser\` / \`${KEYS.task.row}due#key\``,
    key: KEYS.task,
    owner: 'client',
    exported: ['tasks'],
    restored: 'back',
  },
} as const satisfies Nouns;
