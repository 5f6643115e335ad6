import * as z from 'zod/mini';
import { REFUSALS, type RefusalKind, refusalText } from '../rules/refusals.ts';
import { flag, type Kind, kind, moved, none, stageName, text } from './kind.ts';

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
