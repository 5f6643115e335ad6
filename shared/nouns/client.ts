import type { Fields } from './field.ts';

export const CLIENT_FIELDS = {
  name: { logged: 'values', label: 'Name', always: true },
  email: { logged: 'values', label: 'Email', always: true },
  phone: { logged: 'values', label: 'Phone' },
  description: { logged: 'change', said: 'notes' },
  cashcalcLink: { logged: 'change', said: 'CashCalc link' },
  intellifloLink: { logged: 'change', said: 'Intelliflo link' },
  dynamicPlannerLink: { logged: 'change', said: 'Dynamic Planner link' },
  pipedriveLink: { logged: 'change', said: 'PipeDrive link' },
  advice: { logged: 'change', said: 'charges and advice' },
} as const satisfies Fields;

/** Charges and advice. */
export const ADVICE_FIELDS = {
  initial: { logged: 'values', label: 'Initial charge', as: 'advice.initial', said: 'initial charge' },
  ongoing: { logged: 'values', label: 'Ongoing charge', as: 'advice.ongoing', said: 'ongoing charge' },
  how: { logged: 'values', label: 'How it is worked out', as: 'advice.how', said: 'how charges are worked out' },
  agreedOn: { logged: 'values', label: 'Agreed on', as: 'advice.agreedOn', said: 'charges agreed' },
  givenOn: { logged: 'values', label: 'Advice given on', as: 'advice.givenOn', said: 'advice given' },
  about: { logged: 'values', label: 'About', as: 'advice.about', said: 'subject of the advice' },
} as const satisfies Fields;
