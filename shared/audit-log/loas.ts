import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { LOA_STATES, LOA_STEPS, type LoaStep, STEP_LABELS } from '../rules/loas.ts';
import { type Kind, kind, text } from './kind.ts';
import type { Causes, NewsCauses, NewsTable, Notices } from './told.ts';

const letter = z.object({ provider: text });
const letterStep = z.extend(letter, {
  step: z.enum([...LOA_STEPS, 'undo']),
  /** Step that was taken back. */
  undone: z.optional(z.enum(LOA_STEPS)),
  on: text,
  state: z.enum(LOA_STATES),
});

const NOTED: Readonly<Record<LoaStep, (provider: string) => string>> = {
  sent: (provider) => `Sent the letter of authority to ${provider}`,
  acknowledged: (provider) => `Noted that ${provider} confirmed the letter of authority`,
  chased: (provider) => `Chased ${provider}`,
  part: (provider) => `Noted that part of the answer came from ${provider}`,
  received: (provider) => `Noted that the whole answer came from ${provider}`,
  rejected: (provider) => `Noted that ${provider} returned the letter of authority`,
  closed: (provider) => `Marked the letter of authority to ${provider} as not needed`,
};

export const loaActions = {
  'loa-made': kind(
    [],
    z.extend(letter, { plans: z.number() }),
    ({ provider, plans }) => `Noted a letter of authority to ${provider} for ${countOf(plans, 'plan')}`,
  ),
  'loa-step': kind(
    ['mailClient'],
    letterStep,
    ({ provider, step, undone }) =>
      step === 'undo'
        ? `Took back “${undone ? STEP_LABELS[undone].toLowerCase() : 'a step'}” for ${provider}`
        : NOTED[step](provider),
    // Clients see nothing of chases.
    ({ step, undone }) => (step === 'chased' || undone === 'chased' ? 'staff' : 'both'),
  ),
  'loa-changed': kind([], letter, ({ provider }) => `Changed the letter of authority to ${provider}`),
  'loa-due': kind(
    ['notifyAdviser'],
    z.extend(letter, { days: z.number() }),
    ({ provider, days }) => `${provider}: no answer for ${countOf(days, 'working day')}, chase today`,
  ),
} as const satisfies Record<string, Kind>;

export const loaNotices = {
  'loa-due': {
    group: 'providers',
    place: 'loas',
    icon: 'provider',
    subject: (client) => `A provider has not answered for ${client}`,
    says: 'about',
  },
} as const satisfies Notices;

export const loaCauses: Causes<typeof loaActions> = {
  'loa-due': { byOthers: (data) => ({ kind: 'loa-due', text: loaActions['loa-due'].sentence(data) }) },
};

export const loaNews = {
  answer: {
    noun: 'loa',
    title: () => 'Something you were waiting for has arrived',
    sentence: (adviser, count) =>
      `${count === 1 ? 'One of your providers has answered' : 'Your providers have answered'} ${adviser}. Your page shows what is still to come.`,
  },
} as const satisfies NewsTable;

export const loaNewsCauses: NewsCauses<typeof loaActions> = {
  'loa-step': ({ step }) => (step === 'received' ? 'answer' : undefined),
};
