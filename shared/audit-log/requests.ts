import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { asksAgain, DECISIONS, type Decision, needsReason } from '../rules/requests.ts';
import { changes, type DataIn, flag, type Kind, kind, text } from './kind.ts';
import type { Causes, NewsCauses, NewsTable, NoticeContent, Notices } from './told.ts';

const request = z.object({ title: text });

const DECIDED: Readonly<Record<Decision, string>> = {
  approve: 'Accepted',
  more: 'Asked for more for',
  return: 'Sent back',
  waive: 'Waived',
  reopen: 'Reopened',
  undo: 'Brought back to review',
};

export const requestActions = {
  'request-made': kind(
    ['mailClient'],
    z.extend(request, { stage: z.nullable(z.number()), due: z.nullable(text), sign: flag }),
    ({ title, sign }) => `Asked for ${sign ? 'a signature of ' : ''}“${title}”`,
    'both',
  ),
  'request-changed': kind(
    [],
    z.extend(request, { changes }),
    ({ title }) => `Changed the request for “${title}”`,
    'both',
    ({ changes: short = [] }) => short,
  ),
  'request-submitted': kind(
    ['notifyAdviser'],
    z.extend(request, { files: z.number(), attempt: z.number(), by: z.enum(['client', 'clock', 'staff']) }),
    ({ title, files, by }) =>
      `Handed in “${title}” with ${countOf(files, 'file')}${by === 'clock' ? ' (automatically, after half an hour)' : ''}`,
    'both',
  ),
  'request-unavailable': kind(
    ['notifyAdviser'],
    // The next attempt removes the client's words from the request.
    z.extend(request, { answer: z.optional(text), sign: flag }),
    ({ title, answer, sign }) =>
      `Does not ${sign ? 'want to sign' : 'have'} “${title}”${answer ? `: “${answer}”` : ''}`,
    'both',
  ),
  'request-decided': kind(
    ['mailClient'],
    // A request that is asked for again may get a later due date.
    z.extend(request, { decision: z.enum(DECISIONS), attempt: z.number(), changes, factfind: flag, sign: flag }),
    ({ title, decision }) => `${DECIDED[decision]} “${title}”`,
    'both',
    ({ changes: short = [] }) => short,
  ),
  'request-deleted': kind([], request, ({ title }) => `Deleted the request for “${title}”`, 'both'),
} as const satisfies Record<string, Kind>;

export const requestNotices = {
  request: {
    group: 'documents',
    place: 'requests',
    icon: 'file',
    subject: (client) => `${client} answered a request`,
    says: 'does',
  },
} as const satisfies Notices;

const handedIn = ({ title, files }: DataIn<(typeof requestActions)['request-submitted']>): NoticeContent => ({
  kind: 'request',
  text: `Handed in “${title}” with ${countOf(files, 'file')}`,
});

export const requestCauses: Causes<typeof requestActions> = {
  // By the clock, half an hour after the last file.
  'request-submitted': { byClient: handedIn, byOthers: handedIn },
  'request-unavailable': {
    byClient: ({ title, sign }) => ({
      kind: 'request',
      text: requestActions['request-unavailable'].sentence({ title, sign }),
    }),
  },
};

const explained = (count: number) => (count === 1 ? 'what it is for' : 'what each one is for');
const again = (sender: string) => `${sender} needs something again`;

export const requestNews = {
  request: {
    noun: 'request',
    title: (sender, count) => `${sender} needs ${countOf(count, 'document')} from you`,
    sentence: (adviser, count) =>
      `${adviser} has asked you for ${countOf(count, 'document')}. Your page says ${explained(count)}, what counts, and by when.`,
  },
  again: {
    noun: 'request',
    title: again,
    sentence: (adviser, count) =>
      `${adviser} has looked at what you sent, and needs ${countOf(count, 'thing')} again, or a little more of ${count === 1 ? 'it' : 'them'}. Your page says what to change.`,
    afterReview: true,
  },
  reopened: {
    noun: 'request',
    title: again,
    sentence: (adviser, count) =>
      `${adviser} needs ${countOf(count, 'document')} after all. Your page says ${explained(count)}, and by when.`,
    afterReview: true,
  },
} as const satisfies NewsTable;

export const requestNewsCauses: NewsCauses<typeof requestActions> = {
  'request-made': ({ sign }) => (sign ? 'sign' : 'request'),
  'request-decided': ({ decision, factfind, sign }) => {
    if (sign) return asksAgain(decision) ? 'sign' : undefined;
    if (needsReason(decision)) return 'again';
    if (decision !== 'reopen') return undefined;
    return factfind ? 'factfind' : 'reopened';
  },
};
