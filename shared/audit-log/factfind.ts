import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { type DataIn, flag, type Kind, kind, text } from './kind.ts';
import type { Causes, NewsCauses, NewsTable, NoticeContent } from './told.ts';

/** Entries about a fact-find. None holds an answer. */
export const factfindActions = {
  'factfind-started': kind(
    ['mailClient'],
    z.object({ sections: z.number(), due: z.nullable(text) }),
    ({ sections }) => `Started the fact-find with ${countOf(sections, 'section')}`,
    'both',
  ),
  'factfind-extended': kind(
    [],
    z.object({ name: text }),
    ({ name }) => `Added sections for ${name} to the fact-find`,
    'both',
  ),
  // Once a day, person and section.
  'factfind-answered': kind(
    [],
    z.object({ section: text }),
    ({ section }) => `Answered questions of “${section}”`,
    'both',
  ),
  // Once an hour, after it was sent.
  'factfind-changed': kind(
    ['notifyAdviser'],
    z.object({ answers: z.number() }),
    ({ answers }) => `Changed ${countOf(answers, 'answer')} of the fact-find`,
    'both',
  ),
  'factfind-sent': kind(
    ['notifyAdviser'],
    z.object({ done: z.number(), of: z.number(), together: flag }),
    ({ done, of, together }) =>
      `${together ? 'Would rather do the fact-find together' : 'Sent the fact-find'} (${done} of ${countOf(of, 'section')} done)`,
    'both',
  ),
  'factfind-read': kind([], z.object({}), () => 'Opened the fact-find'),
} as const satisfies Record<string, Kind>;

const sent = ({ together }: DataIn<(typeof factfindActions)['factfind-sent']>): NoticeContent => ({
  kind: 'request',
  text: together ? 'Would rather do the fact-find together' : 'Sent the fact-find',
});

export const factfindCauses: Causes<typeof factfindActions> = {
  'factfind-sent': { byClient: sent },
  'factfind-changed': {
    byClient: (data) => ({ kind: 'request', text: factfindActions['factfind-changed'].sentence(data) }),
  },
};

export const factfindNews = {
  factfind: {
    noun: 'request',
    title: (sender) => `${sender} has questions for you`,
    sentence: () =>
      'Your page asks you about yourself and your plans. It takes about half an hour. You can stop at any time and go on from another device.',
  },
} as const satisfies NewsTable;

export const factfindNewsCauses: NewsCauses<typeof factfindActions> = { 'factfind-started': () => 'factfind' };
