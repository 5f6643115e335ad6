import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { type Kind, kind, none, text } from './kind.ts';
import type { Notices } from './told.ts';

const READ_OF_CLIENT = {
  document: 'Downloaded a document',
  link: 'Viewed the portal link',
  file: 'Exported the data',
} as const;

export const firmActions = {
  'client-deleted': kind(
    ['notifyOfDeletion', 'removeDeletedNotices'],
    z.object({
      documents: z.number(),
      tasks: z.number(),
      adviserId: text,
      completed: z.optional(z.literal(true)),
      /** Title of the stage at that time. */
      stage: z.optional(text),
    }),
    ({ documents, tasks, completed, stage }) =>
      `Deleted a ${completed ? 'completed client' : 'client'} with ${countOf(documents, 'document')} and ${countOf(tasks, 'task')}${
        stage && !completed ? `, in ${stage}` : ''
      }`,
  ),
  'client-read': kind(
    [],
    z.object({ what: z.enum(['document', 'link', 'file']) }),
    ({ what }) => `${READ_OF_CLIENT[what]} of a client who has since been deleted`,
  ),
  'file-exported': kind([], none, () => 'Exported the data of a client'),
  // Without the typed search, which may be a client's name.
  'clients-exported': kind(
    [],
    z.object({ rows: z.number(), filter: text }),
    ({ rows, filter }) => `Exported a list of ${countOf(rows, 'client')}${filter === 'all' ? '' : ` (${filter})`}`,
  ),
  'record-exported': kind([], none, () => 'Exported the firm’s audit log'),
} as const satisfies Record<string, Kind>;

export const firmNotices = {
  'client-deleted': { group: 'clients', icon: 'person removed', says: 'alone' },
} as const satisfies Notices;
