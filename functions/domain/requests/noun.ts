import * as KEYS from '../../services/keys/item-kinds.ts';
import { parseChildId } from '../../services/keys/keys.ts';
import { type DocumentItem, isKept } from '../documents/document-item.ts';
import { type AttributesOf, type ClientFile, FIRM, type Nouns, section, time } from '../noun.ts';
import { toRequest } from './request.ts';
import type { TemplatesItem } from './templates.ts';

const filesOf = ({ of }: ClientFile, key: string) =>
  of<DocumentItem>(KEYS.document).filter((document) => isKept(document) && document.request === key);

export const nouns = {
  request: {
    name: 'document request',
    rest: ['client', 'key'],
    index: `list, until it is settled: \`${KEYS.account.pk}adviser\` / \`${KEYS.request.row}state#day#key\`; due, until it is handed in`,
    key: KEYS.request,
    owner: 'client',
    exported: section('requests', 'Requests', toRequest, {
      Title: ({ title }) => title,
      Help: ({ help }) => help,
      State: ({ state }) => state,
      Due: ({ dueDate }) => time(dueDate),
      Files: ({ id }, file) =>
        filesOf(file, parseChildId(id).key)
          .map(({ name }) => name)
          .join(', '),
      Answer: ({ answer }) => answer,
      Reason: ({ reason }) => reason,
      'Reason for waiving': ({ waivedReason }) => waivedReason,
    }),
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
