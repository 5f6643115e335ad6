import type { Fields } from './field.ts';

/** Charges and advice of a client. */
export const ADVICE_FIELDS = {
  initial: { label: 'Initial charge', logged: 'values', as: 'advice.initial' },
  ongoing: { label: 'Ongoing charge', logged: 'values', as: 'advice.ongoing' },
  how: { label: 'How it is worked out', logged: 'values', as: 'advice.how' },
  agreedOn: { label: 'Agreed on', logged: 'values', as: 'advice.agreedOn' },
  givenOn: { label: 'Advice given on', logged: 'values', as: 'advice.givenOn' },
  about: { label: 'About', logged: 'values', as: 'advice.about' },
} as const satisfies Fields;
