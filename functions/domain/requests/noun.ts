import * as KEYS from '../../services/keys/item-kinds.ts';
import { type AttributesOf, FIRM, type Nouns } from '../noun.ts';
import type { TemplatesItem } from './templates.ts';

export const nouns = {
  request: {
    name: 'document request',
    rest: ['client', 'key'],
    index: `list, until it is settled: \`${KEYS.account.pk}adviser\` / \`${KEYS.request.row}state#day#key\`; due, until it is handed in`,
    key: KEYS.request,
    owner: 'client',
    exported: ['requests'],
    restored: 'back',
    // Restored files wait for the client's next file, or for a person.
    current: ['handInAt', 'dpk', 'dsk'],
  },
  requestTemplates: {
    name: 'documents that the firm usually asks for',
    key: KEYS.requestTemplates,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
    grows: ['version'],
    attributes: {
      v: true,
      version: true,
      templates: true,
    } satisfies AttributesOf<TemplatesItem>,
  },
} as const satisfies Nouns;
