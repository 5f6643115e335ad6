import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { sayLongDay } from '../rules/say-date.ts';
import { type DataIn, flag, type Kind, kind, text } from './kind.ts';
import type { Causes, NewsCauses, NewsTable, NoticeContent } from './told.ts';

const ofQuestion = z.object({ question: text });

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
  'factfind-asked': kind(
    ['mailClient'],
    z.object({ questions: z.number() }),
    ({ questions }) =>
      questions > 0 ? `Asked ${countOf(questions, 'question')} about the fact-find` : 'Opened the fact-find again',
    'both',
  ),
  'factfind-corrected': kind([], ofQuestion, ({ question }) => `Corrected the answer to “${question}”`, 'both'),
  'factfind-put-back': kind(
    ['notifyAdviser'],
    ofQuestion,
    ({ question }) => `Put back the answer to “${question}”, which was corrected`,
    'both',
  ),
  'factfind-accepted': kind(
    [],
    z.object({ sha256: text, agreedOn: text }),
    ({ agreedOn }) => `Accepted the fact-find, agreed on ${sayLongDay(agreedOn)}`,
    'both',
  ),
  'risk-noted': kind(
    [],
    z.object({ level: text }),
    ({ level }) => `Noted the result of the risk questionnaire: ${level}`,
  ),
  'factfind-read': kind([], z.object({}), () => 'Opened the fact-find'),
  'factfind-exported': kind([], z.object({}), () => 'Exported the fact-find'),
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
  'factfind-put-back': {
    byClient: (data) => ({ kind: 'request', text: factfindActions['factfind-put-back'].sentence(data) }),
  },
};

export const factfindNews = {
  factfind: {
    noun: 'request',
    title: (sender) => `${sender} has questions for you`,
    sentence: () =>
      'Your page asks you about yourself and your plans. It takes about half an hour. You can stop at any time and go on from another device.',
  },
  'factfind-asked': {
    noun: 'request',
    title: (sender) => `${sender} has a question about your answers`,
    sentence: (adviser) =>
      `${adviser} has read your answers, and has a question about them. Your page says what it is.`,
    afterReview: true,
  },
  'factfind-opened': {
    noun: 'request',
    title: (sender) => `${sender} has opened your answers again`,
    sentence: (adviser) => `${adviser} has opened your answers again. Your page says why.`,
    afterReview: true,
  },
} as const satisfies NewsTable;

export const factfindNewsCauses: NewsCauses<typeof factfindActions> = {
  'factfind-started': () => 'factfind',
  'factfind-asked': ({ questions }) => (questions > 0 ? 'factfind-asked' : 'factfind-opened'),
};
