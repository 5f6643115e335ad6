/** Purpose of each stage, for the client, by stage number. */
export const PURPOSES: Readonly<Record<number, string>> = {
  1: 'We get to know each other, and agree what we will do for you and what it costs.',
  2: 'You tell us about your money, your plans and how you feel about risk, so that our advice fits you.',
  3: 'We look at what you have, ask your providers for the details, and work out what you will need.',
  4: 'We put our recommendation in writing, and you decide whether to go ahead.',
  5: 'We go through the recommendation together, and you get a letter that says why it suits you.',
  6: 'We apply to the providers for you, which is why we have to check who you are.',
  7: 'We ring to check that everything is in place, and answer any questions you still have.',
};

/** Explanations of the steps whose title alone does not say it, by step number. */
export const EXPLANATIONS: Readonly<Record<number, string>> = {
  1.1: 'We agree on a date for our first meeting.',
  1.2: 'We meet for the first time.',
  1.3: 'You open this page.',
  1.4: 'The agreement that says what we do for you and what it costs.',
  2.1: 'Questions about how you feel when investments go up and down.',
  2.2: 'Your permission for us to ask your pension and investment companies for details.',
  2.3: 'A form about you, your money and your plans.',
  3.1: 'A forecast of how long your money will last.',
  3.2: 'The details that your pension and investment companies send us.',
  4.1: 'We write down what we recommend.',
  4.2: 'We send you our recommendation.',
  4.3: 'You tell us that you want to go ahead.',
  5.1: 'We agree on a date for our second meeting.',
  5.2: 'We meet and go through our advice.',
  5.3: 'A letter that explains why our advice is right for you.',
  5.4: 'You confirm that you have read that letter.',
  6.1: 'Papers that show who you are and where you live, as the law requires.',
  6.2: 'A paper that shows where the money comes from.',
  7.1: 'We agree on a date for our call.',
  7.2: 'We ring you.',
};
