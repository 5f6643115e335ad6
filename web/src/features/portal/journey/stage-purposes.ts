import { FIRST_PURPOSE } from './first-purpose.ts';

/** Purpose of each stage, for the client, by stage number. */
export const PURPOSES: Readonly<Record<number, string>> = {
  1: FIRST_PURPOSE,
  2: 'You tell us about your money, your plans and how you feel about risk, so that our advice fits you.',
  3: 'We look at what you have, ask your providers for the details, and work out what you will need.',
  4: 'We put our recommendation in writing, and you decide whether to go ahead.',
  5: 'We go through the recommendation together, and you get a letter that says why it suits you.',
  6: 'We apply to the providers for you, which is why we have to check who you are.',
  7: 'We ring to check that everything is in place, and answer any questions you still have.',
};
