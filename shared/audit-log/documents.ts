import * as z from 'zod/mini';
import { REFUSALS, type RefusalKind, refusalText } from '../rules/refusals.ts';
import { flag, type Kind, kind, moved, none, stageName, text } from './kind.ts';
import {
  type Causes,
  type NewsCauses,
  type NewsTable,
  type NoticeContent,
  type Notices,
  some,
  titleOfNew,
} from './told.ts';

const stageText = (number: number | null) => (number === null ? null : String(number));

const document = z.object({ name: text });
const upload = z.extend(document, {
  task: z.optional(z.object({ id: text, title: text })),
  request: z.optional(z.object({ id: text, title: text })),
  /** Set if the client had handed the request in before. */
  late: flag,
  /** Proves later which file it was. */
  sha256: z.optional(text),
});

export const documentActions = {
  'document-uploaded': kind(
    ['notifyAdviser', 'mailClient'],
    upload,
    ({ name, task: forTask, request: about = forTask }) => `Uploaded ${name}${about ? ` for “${about.title}”` : ''}`,
    'both',
  ),
  'document-refused': kind(
    [],
    z.object({
      ending: text,
      reason: z.custom<RefusalKind>((reason) => typeof reason === 'string' && Object.hasOwn(REFUSALS, reason)),
      within: flag,
    }),
    ({ ending, reason: kind, within }) =>
      `Tried to send a file${ending && ` (.${ending})`}, which was refused: “${refusalText({ kind, isWithin: within === true })}”`,
  ),
  'document-downloaded': kind([], document, ({ name }) => `Downloaded ${name}`),
  'document-moved': kind(
    [],
    z.extend(document, { stage: z.nullable(z.number()), from: z.nullable(z.number()) }),
    ({ name, stage }) => `Moved ${name} to ${stageName(stage)}`,
    'both',
    ({ from, stage }) => moved('stage', stageText(from), stageText(stage)),
  ),
  'document-deleted': kind(['notifyAdviser'], document, ({ name }) => `Deleted ${name}`, 'both'),
  // The event handler copies it to the firm's audit log.
  'document-damaged': kind(
    ['notifyOfDamage'],
    none,
    () => 'A stored document was altered or is missing. It was not downloaded',
  ),
  'document-filed': kind(
    [],
    z.extend(document, { request: z.nullable(text) }),
    ({ name, request: title }) =>
      title === null ? `Took ${name} out of its request` : `Filed ${name} under “${title}”`,
    'both',
  ),
} as const satisfies Record<string, Kind>;

export const documentNotices = {
  document: {
    group: 'documents',
    place: 'documents',
    icon: 'file',
    subject: (client) => `${client} uploaded a document`,
    says: 'does',
  },
  'task-document': {
    group: 'documents',
    place: 'tasks',
    icon: 'file',
    subject: (client) => `${client} sent a file for a task`,
    says: 'does',
  },
  damaged: { group: 'security', place: 'documents', icon: 'security', says: 'alone' },
} as const satisfies Notices;

function uploaded(data: z.infer<typeof upload>): NoticeContent | undefined {
  // Files for a request are reported when it is handed in.
  if (data.request && !data.late) return undefined;
  if (data.request) return { kind: 'request', text: `Added a file to “${data.request.title}”`, ref: data.request.id };
  const text = documentActions['document-uploaded'].sentence(data);
  return data.task ? { kind: 'task-document', text, ref: data.task.id } : { kind: 'document', text };
}

export const documentCauses: Causes<typeof documentActions> = {
  'document-uploaded': { byClient: uploaded },
  'document-deleted': { byAdmin: () => true },
  'document-damaged': {
    toAdmins: () => ({
      kind: 'damaged',
      text: 'A stored document was altered or is missing. It was not downloaded: tell the person who runs the portal',
    }),
  },
};

export const documentNews = {
  document: {
    noun: 'document',
    title: (sender, count) => titleOfNew('document', sender, count),
    sentence: (adviser, count) => `${adviser} has added ${some(count, 'document')} for you.`,
  },
} as const satisfies NewsTable;

export const documentNewsCauses: NewsCauses<typeof documentActions> = {
  'document-uploaded': ({ request }) => (request ? undefined : 'document'),
};
