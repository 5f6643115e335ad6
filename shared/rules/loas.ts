import { LOA_LIMITS } from './limits.ts';
import { addDays } from './london.ts';
import { type Calendar, isWorkingDay, workingDaysBetween, workingDaysLater } from './working-days.ts';

/** States of a letter of authority to a provider about plans of a client. */
export const LOA_STATES = ['to_send', 'sent', 'acknowledged', 'part', 'received', 'rejected', 'closed'] as const;
export type LoaState = (typeof LOA_STATES)[number];

/** Steps that staff note. */
export const LOA_STEPS = ['sent', 'acknowledged', 'chased', 'part', 'received', 'rejected', 'closed'] as const;
export type LoaStep = (typeof LOA_STEPS)[number];

/** Names of the steps as staff choose them. */
export const STEP_LABELS: Readonly<Record<LoaStep, string>> = {
  sent: 'Sent',
  acknowledged: 'Confirmed',
  chased: 'Chased',
  part: 'Part Came',
  received: 'All Came',
  rejected: 'Returned',
  closed: 'Not Needed',
};

export const LOA_SCOPES = ['information', 'servicing'] as const;

/** Ways to send a letter and to chase it. */
export const LOA_WAYS = ['phone', 'email', 'portal', 'post', 'unipass'] as const;

/** Reasons for which a provider returns a letter. */
export const RETURN_REASONS = ['signature', 'number', 'agency', 'form', 'age', 'other'] as const;

/** Parts of an answer that providers leave out most. */
export const USUAL_GAPS = [
  'current value',
  'transfer value',
  'charges',
  'funds held',
  'guarantees or safeguarded benefits',
  'guaranteed annuity rate or GMP',
  'contributions so far',
  'retirement age',
  'nomination',
  'death benefits',
  'exit charges',
  'loyalty bonus',
] as const;

export const LOA_TEXTS = {
  full: `This client has ${LOA_LIMITS.perClient} letters already`,
  steps: `This letter has ${LOA_LIMITS.steps} steps already`,
  noPlan: 'Choose at least one plan',
  foreignPlan: 'This plan is not the client’s',
  foreignDocument: 'This document is not the client’s',
  mixed: 'These plans are with different providers',
  ownProvider: 'This plan is in a letter of authority to its provider. Take it out of the letter first.',
  otherProvider: 'A plan of this letter is with another provider now',
  underWay: 'This plan is in another letter that is under way',
  removed: 'Its provider was removed from the firm’s list. Note a new letter instead.',
  gone: 'The plans of this letter were deleted',
  ended: 'This letter is no longer under way',
  future: 'The date cannot be in the future',
  beforeLast: 'The date cannot be before the step before it',
  tooOld: 'The date is more than a year ago',
  promisedBefore: 'The promised date cannot be before the day of the step',
  gaps: 'Say what is missing',
  why: 'Say why it came back',
  how: 'Say how',
  nothing: 'There is nothing to take back',
  changed: 'Somebody noted something here meanwhile. It is shown now. Try again if yours is still right.',
} as const;

/** Table of states: the state after each step, by the state before. A step that is missing is refused. */
const NEXT: Readonly<Record<LoaStep, Partial<Record<LoaState, LoaState>>>> = {
  sent: { to_send: 'sent', rejected: 'sent' },
  acknowledged: { sent: 'acknowledged' },
  chased: { sent: 'sent', acknowledged: 'acknowledged', part: 'part' },
  part: { sent: 'part', acknowledged: 'part', part: 'part' },
  received: { sent: 'received', acknowledged: 'received', part: 'received' },
  rejected: { sent: 'rejected', acknowledged: 'rejected', part: 'rejected' },
  closed: { to_send: 'closed', sent: 'closed', acknowledged: 'closed', part: 'closed', rejected: 'closed' },
};

/** Returns the state after a step; `undefined` if the state refuses it. */
export const stateAfter = (step: LoaStep, state: LoaState) => NEXT[step][state];

export const allowedSteps = (state: LoaState) => LOA_STEPS.filter((step) => stateAfter(step, state));

export const isUnderWay = (state: LoaState) => state !== 'received' && state !== 'closed';

/** Returns true while the provider is the one being waited for. */
export const isWithProvider = (state: LoaState) => state === 'sent' || state === 'acknowledged' || state === 'part';

const LETTER: Readonly<Record<LoaState, string>> = {
  to_send: 'that is to be sent',
  sent: 'that was sent',
  acknowledged: 'that was confirmed',
  part: 'that was answered in part',
  received: 'that was answered',
  rejected: 'that came back',
  closed: 'that is not needed',
};

const DONE: Readonly<Record<LoaStep, string>> = {
  sent: 'sent',
  acknowledged: 'confirmed',
  chased: 'chased',
  part: 'answered in part',
  received: 'answered',
  rejected: 'returned',
  closed: 'marked as not needed',
};

/** Returns the text of a 409: "A letter that is to be sent cannot be confirmed yet". */
export const refusedStep = (step: LoaStep, state: LoaState) =>
  `A letter ${LETTER[state]} cannot be ${DONE[step]}${state === 'to_send' ? ' yet' : ''}`;

/** Working days in which a provider usually answers: half of the answers, and nine of ten. */
interface Typical {
  from: number;
  to: number;
}

/** Step as it is stored. Days are London's. */
export interface StoredStep {
  step: LoaStep;
  on: string;
  /** ISO time at which it was noted. */
  at: string;
  /** Name of who noted it. */
  by: string;
  how?: (typeof LOA_WAYS)[number];
  whom?: string;
  ref?: string;
  note?: string;
  promisedOn?: string;
  gaps?: readonly string[];
  why?: (typeof RETURN_REASONS)[number];
  /** Day of the next chase, by the rules of the day on which it was noted. */
  nextChase?: string;
  typical?: Typical;
}

export interface LoaFacts {
  state: LoaState;
  sentOn?: string;
  ackOn?: string;
  endedOn?: string;
  nextChase?: string;
  gaps?: readonly string[];
  typical?: Typical;
  /** Chases since it was sent. */
  chases: number;
}

const withNext = ({ nextChase: _, ...facts }: LoaFacts, { nextChase }: StoredStep): LoaFacts => ({
  ...facts,
  ...(nextChase !== undefined && { nextChase }),
});

/** Returns the facts after a step that the state allows. Sending again begins a new wait. */
function factsAfter(before: LoaFacts, done: StoredStep): LoaFacts {
  const { step, on, gaps, typical } = done;
  const state = stateAfter(step, before.state) ?? before.state;
  const facts = withNext({ ...before, state }, done);
  switch (step) {
    case 'sent':
      return withNext({ state, sentOn: on, chases: 0, ...(typical && { typical }) }, done);
    case 'acknowledged':
      return { ...facts, ackOn: on };
    case 'chased':
      return { ...facts, chases: before.chases + 1 };
    case 'part':
      return { ...facts, ...(gaps && { gaps }) };
    default:
      return { ...facts, endedOn: on };
  }
}

/** Returns the facts of a letter from all of its steps. */
export const loaFactsOf = (steps: readonly StoredStep[]): LoaFacts =>
  steps.reduce<LoaFacts>(factsAfter, { state: 'to_send', chases: 0 });

/** Working days until a chase: after sending, and after anything else. */
export interface ChaseRules {
  firstChase: number;
  chaseEvery: number;
}

/** Returns the day of the next chase after a step; `undefined` if the step ends the wait. */
export function nextChaseAfter(
  { step, on, promisedOn }: Pick<StoredStep, 'step' | 'on' | 'promisedOn'>,
  { firstChase, chaseEvery }: ChaseRules,
  closed: readonly string[],
): string | undefined {
  if (step === 'received' || step === 'rejected' || step === 'closed') return undefined;
  if (step === 'chased' && promisedOn) return workingDaysLater(promisedOn, 1, closed);
  return workingDaysLater(on, step === 'sent' ? firstChase : chaseEvery, closed);
}

/** Returns the day of the next chase. A planned day that is closed by now is put off to the next working day. */
export const chaseDayOf = (
  { nextChase }: Pick<LoaFacts, 'nextChase'>,
  closed: readonly string[],
): string | undefined =>
  nextChase === undefined || isWorkingDay(nextChase, closed) ? nextChase : workingDaysLater(nextChase, 1, closed);

/** Parts of the board of letters, by the day of the next chase. */
export const BOARD_VIEWS = ['to-send', 'today', 'waiting'] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** Returns the part of the board that lists a letter. A returned one is to be sent again. */
export function boardView(
  { state, nextChase }: { state: LoaState; nextChase: string | null },
  today: string,
): BoardView {
  if (!isWithProvider(state)) return 'to-send';
  return nextChase !== null && nextChase <= today ? 'today' : 'waiting';
}

/** Returns the last planned day of a chase that is due today: chases planned for a closed day are put off. */
export function lastDayDue({ today, closed }: Calendar): string {
  let day = today;
  while (!isWorkingDay(day, closed)) day = addDays(day, -1);
  return day;
}

/** Returns the working days of the current wait, up to its end or today; `null` before it was sent. */
export const waitedDays = (
  { sentOn, endedOn }: Pick<LoaFacts, 'sentOn' | 'endedOn'>,
  today: string,
  closed: readonly string[],
): number | null => (sentOn === undefined ? null : workingDaysBetween(sentOn, endedOn ?? today, closed));

type Pace = 'in time' | 'slow' | 'very slow';

/** Working days after which a wait is slow and very slow, if a provider has too few answers. */
const USUAL_PACE: Typical = { from: 10, to: 20 };

/** Compares a wait with the provider's usual answers: slow from the median on, very slow from nine of ten on. */
export function paceOf(workingDays: number, { from, to }: Typical = USUAL_PACE): Pace {
  if (workingDays < from) return 'in time';
  return workingDays < to ? 'slow' : 'very slow';
}

const TAIL = 4;
const SHORTEST_NUMBER = 8;

/** Returns the last characters of a plan number that clients recognise; `null` for a short number. */
export const tailOf = (planNumber: string) => {
  const characters = [...planNumber.replace(/\s/g, '')];
  return characters.length < SHORTEST_NUMBER ? null : characters.slice(-TAIL).join('');
};
