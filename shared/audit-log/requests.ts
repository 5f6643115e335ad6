import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { DECISIONS, type Decision } from '../rules/requests.ts';
import { changes, type Kind, kind, text } from './kind.ts';

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
    z.extend(request, { stage: z.nullable(z.number()), due: z.nullable(text) }),
    ({ title }) => `Asked for “${title}”`,
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
    z.extend(request, { files: z.number(), round: z.number(), by: z.enum(['client', 'clock', 'staff']) }),
    ({ title, files, by }) =>
      `Handed in “${title}” with ${countOf(files, 'file')}${by === 'clock' ? ' (automatically, after half an hour)' : ''}`,
    'both',
  ),
  'request-unavailable': kind(
    ['notifyAdviser'],
    // The next round removes the client's words from the request.
    z.extend(request, { answer: z.optional(text) }),
    ({ title, answer }) => `Does not have “${title}”${answer ? `: “${answer}”` : ''}`,
    'both',
  ),
  'request-decided': kind(
    ['mailClient'],
    // A request that is asked for again may get a later due date.
    z.extend(request, { decision: z.enum(DECISIONS), round: z.number(), changes }),
    ({ title, decision }) => `${DECIDED[decision]} “${title}”`,
    'both',
    ({ changes: short = [] }) => short,
  ),
  'request-deleted': kind([], request, ({ title }) => `Deleted the request for “${title}”`, 'both'),
} as const satisfies Record<string, Kind>;
