import {
  asks,
  completes,
  day,
  finishes,
  onTo,
  opens,
  plan,
  reads,
  type Sitting,
  says,
  sendsLink,
  skips,
  starts,
  uploads,
} from './demo-story.ts';

// How most clients go through a stage: each stretch says how many working days ago it begins, and takes the days that its
// comment says.

const TIMES = ['09:25', '14:10', '11:40', '16:05', '10:15', '15:35', '12:20'];
/** A time of day, another one each day. */
const some = (ago: number) => TIMES[ago % TIMES.length] ?? '11:00';
const on = (ago: number, ...acts: Parameters<typeof day>[2][]) => day(ago, some(ago), ...acts);

/** From the appointment to the signed engagement letter: 9 days. Information is gathered from then on. */
export const meets = (ago: number): Sitting[] => [
  on(ago, starts(1), completes(1.1)),
  on(ago - 4, completes(1.2), uploads('adviser', 'Client engagement letter.pdf', 1.4), sendsLink),
  on(ago - 6, opens, completes(1.3)),
  on(ago - 9, completes(1.4), onTo(2)),
];

/** What a client holds. */
type Holding = Parameters<typeof plan>;

/** From the questionnaire to the completed factfind: 10 days. Research is next. */
export const gathers = (ago: number, ...holdings: readonly Holding[]): Sitting[] => [
  on(
    ago,
    asks({ title: 'Fill in the factfind', description: 'Income, outgoings and what you own.', within: 14, stage: 2.3 }),
  ),
  on(ago - 2, opens, uploads('client', 'Attitude to risk questionnaire.pdf', 2.1)),
  on(ago - 3, completes(2.1)),
  on(
    ago - 6,
    holdings.map((holding) => plan(...holding)),
    holdings.length > 0 ? completes(2.2) : skips(2.2),
  ),
  on(ago - 9, finishes('Fill in the factfind')),
  on(ago - 10, completes(2.3), onTo(3)),
];

/** From the cashflow model to the plans' figures: 6 days. The proposal is next. */
export const researches = (ago: number): Sitting[] => [
  on(ago, completes(3.1)),
  on(ago - 6, uploads('adviser', 'Plan valuation.pdf', 3.2), completes(3.2), onTo(4)),
];

/** From the proposal to the client's yes: 7 days. The second meeting is next. */
export const proposes = (ago: number, yes: string): Sitting[] => [
  on(ago, completes(4.1)),
  on(ago - 3, uploads('adviser', 'Financial plan.pdf', 4.2), completes(4.2)),
  on(ago - 6, opens, says('client', yes)),
  on(ago - 7, reads('adviser'), completes(4.3), onTo(5)),
];

/** From the second meeting to the signed letter: 12 days. The application is next. */
export const advises = (ago: number): Sitting[] => [
  on(ago, completes(5.1)),
  on(ago - 5, completes(5.2)),
  on(ago - 7, uploads('adviser', 'Suitability letter.pdf', 5.3), completes(5.3)),
  on(ago - 11, opens, uploads('client', 'Suitability letter, signed.pdf', 5.4)),
  on(ago - 12, completes(5.4), onTo(6)),
];

/** From proof of identity to the accepted application: 8 days. The courtesy call is next. */
export const applies = (ago: number): Sitting[] => [
  on(ago, opens, uploads('client', 'Passport.png', 6.1), uploads('client', 'Council tax bill.pdf', 6.1)),
  on(ago - 1, completes(6.1), skips(6.2)),
  on(ago - 8, onTo(7)),
];

/** The courtesy call and the end of the journey: 4 days. */
export const concludes = (ago: number): Sitting[] => [
  on(ago, completes(7.1)),
  on(ago - 4, completes(7.2, 7), { does: 'change', change: { completed: true } }),
];
