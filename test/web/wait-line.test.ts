import { describe, expect, test } from 'vitest';
import type { Waiting } from '#shared/contract/loas.ts';
import { waitLine } from '../../web/src/features/portal/journey/wait-line.ts';
import { waitWords } from '../../web/src/features/portal/journey/wait-words.ts';

const waitFor = (provider: string, state: Waiting['state'] = 'sent', more: Partial<Waiting> = {}): Waiting => ({
  provider,
  plans: [{ type: 'pension', tail: '4821' }],
  state,
  askedOn: '2026-10-20',
  workingDays: 12,
  confirmedOn: null,
  arrivedOn: null,
  typical: null,
  ...more,
});

describe('the line in the next-step card', () => {
  test.each<[string, Waiting[], string | undefined]>([
    ['nothing without letters', [], undefined],
    ['nothing once all providers have answered', [waitFor('Aviva', 'received')], undefined],
    ['one provider', [waitFor('Aviva')], 'We are waiting for one provider. You need do nothing.'],
    ['all providers', [waitFor('Aviva'), waitFor('Zurich')], 'We are waiting for 2 providers. You need do nothing.'],
    [
      'those that have not answered in full',
      [waitFor('Aviva', 'part'), waitFor('Zurich', 'received'), waitFor('Scottish Widows', 'rejected')],
      'We are waiting for 2 of 3 providers. You need do nothing.',
    ],
    [
      'the last provider of several',
      [waitFor('Aviva', 'acknowledged'), waitFor('Zurich', 'received')],
      'We are waiting for 1 of 2 providers. You need do nothing.',
    ],
    [
      'a provider once for several letters in two spellings',
      [waitFor('Scottish Widows', 'received'), waitFor('Scottish Widows Ltd.'), waitFor('Aviva', 'received')],
      'We are waiting for 1 of 2 providers. You need do nothing.',
    ],
  ])('counts %s', (_, waits, line) => expect(waitLine(waits)).toBe(line));
});

describe('the words of a wait', () => {
  const typical = { from: 8, to: 21 };
  const ASKED = 'Asked 12 working days ago';
  const UNKNOWN = 'We will tell you here when it arrives.';
  const USUAL = 'Answers usually take 8 to 21 working days.';

  test.each<[Waiting['state'], Partial<Waiting>, string]>([
    ['sent', {}, `${ASKED}. ${UNKNOWN}`],
    ['sent', { typical }, `${ASKED}. ${USUAL}`],
    ['sent', { workingDays: 1 }, `Asked 1 working day ago. ${UNKNOWN}`],
    ['sent', { workingDays: 0 }, `Asked on 20 October 2026. ${UNKNOWN}`],
    ['sent', { typical: { from: 8, to: 8 } }, `${ASKED}. Answers usually take 8 working days.`],
    ['sent', { typical: { from: 1, to: 1 } }, `${ASKED}. Answers usually take 1 working day.`],
    ['sent', { typical: { from: 0, to: 3 } }, `${ASKED}. Answers usually take up to 3 working days.`],
    ['sent', { typical: { from: 0, to: 0 } }, `${ASKED}. Answers usually come on the same day.`],
    ['acknowledged', { confirmedOn: '2026-11-03', typical }, `${ASKED}, they confirmed on 3 November 2026. ${USUAL}`],
    ['part', { typical }, 'Some of it has arrived, we have asked for the rest.'],
    ['received', { arrivedOn: '2026-11-20', typical }, 'Arrived on 20 November 2026.'],
    ['rejected', {}, 'We are sending this again.'],
  ])('say of a letter in the state %s with %o: %s', (state, more, words) =>
    expect(waitWords(waitFor('Aviva', state, more))).toBe(words),
  );
});
