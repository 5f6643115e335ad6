import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { type Kind, kind, text } from './kind.ts';
import type { Causes, NewsTable } from './told.ts';

const request = z.object({ title: text });

export const signingActions = {
  'sign-code-requested': kind(['mailCode'], request, ({ title }) => `Requested a code to sign “${title}”`),
  'sign-code-refused': kind(
    [],
    request,
    ({ title }) => `Entered five wrong codes to sign “${title}”; the code was cancelled`,
  ),
  'document-signed': kind(
    ['notifyAdviser', 'mailSigned'],
    /** SHA-256 of the signed copy. */
    z.extend(request, { name: text, sha256: text }),
    ({ title, name }) => `Signed “${title}” as ${name}`,
    'both',
  ),
} as const satisfies Record<string, Kind>;

export const signingCauses: Causes<typeof signingActions> = {
  'document-signed': { byClient: ({ title }) => ({ kind: 'request', text: `Signed “${title}”` }) },
};

export const signingNews = {
  sign: {
    noun: 'request',
    title: (sender, count) => `${sender} asks you to sign ${count === 1 ? 'a document' : countOf(count, 'document')}`,
    sentence: (adviser, count) =>
      `${adviser} has asked you to sign ${count === 1 ? 'a document' : countOf(count, 'document')}. You can read and sign on your page; there is nothing to print.`,
  },
} as const satisfies NewsTable;
