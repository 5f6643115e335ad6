import { countOf } from './counted-words.ts';
import { HOUR_MS } from './time.ts';

/** Sub-stages are never in progress. */
export const STAGE_STATUSES = ['pending', 'in_progress', 'completed'] as const;

export type StageStatus = (typeof STAGE_STATUSES)[number];

interface StageTemplate {
  number: number;
  title: string;
  parent: number | null;
  optional: boolean;
}

const top = (number: number, title: string, ...subs: [title: string, optional?: 'optional'][]): StageTemplate[] => [
  { number, title, parent: null, optional: false },
  ...subs.map(([subTitle, optional], i) => ({
    number: Number(`${number}.${i + 1}`),
    title: subTitle,
    parent: number,
    optional: optional === 'optional',
  })),
];

export const JOURNEY: readonly StageTemplate[] = [
  ...top(
    1,
    'First Meeting',
    ['Appointment Booked'],
    ['Appointment Completed'],
    ['Registered with the portal'],
    ['Client Engagement Document Signed'],
  ),
  ...top(2, 'Information Gathering', ['Attitude to Risk'], ['Letter of Authority', 'optional'], ['Factfind Completed']),
  ...top(3, 'Research', ['Cashflow Model', 'optional'], ['Plan Information Received', 'optional']),
  ...top(4, 'Proposal', ['Proposal Completed'], ['Proposal Sent'], ['Proposal Accepted']),
  ...top(5, 'Second Meeting', ['Booked'], ['Sat'], ['Suitability Letter Sent'], ['Suitability Letter Signed']),
  ...top(6, 'Application', ['Proof of ID & Address'], ['Proof of funds', 'optional']),
  ...top(7, 'Courtesy Call', ['Booked'], ['Completed']),
];

export const TOP_STAGES = JOURNEY.filter((stage) => stage.parent === null);

export const isTopStage = (number: number): boolean => TOP_STAGES.some((stage) => stage.number === number);

/** "Attitude to Risk". */
export const RISK_STAGE = 2.1;

export const PLANS_STAGE = 2.2;

/** "Factfind Completed". */
export const FACTFIND_STAGE = 2.3;

/** "Plan Information Received". */
export const INFORMATION_STAGE = 3.2;

/** Completing this sub-stage signs the client engagement document. */
export const SIGNATURE_STAGE = 1.4;

/** "Suitability Letter Signed". */
const LETTER_STAGE = 5.4;

/** Sub-stages whose documents clients sign on their page. */
export const SIGNED_STAGES: readonly number[] = [SIGNATURE_STAGE, LETTER_STAGE];

/** "Proposal Sent". */
export const PROPOSAL_STAGE = 4.2;

/** Sub-stages that book a meeting, each with the one that is completed once it has been held. */
export const MEETINGS: readonly { booked: number; held: number }[] = [
  { booked: 1.1, held: 1.2 },
  { booked: 5.1, held: 5.2 },
  { booked: 7.1, held: 7.2 },
];

export const isMeeting = (number: number): boolean => MEETINGS.some(({ booked }) => booked === number);

/** Shown before any stage is started. */
export const INITIAL_STAGE = 'Initial Setup';

export const stageTemplate = (number: number) => JOURNEY.find((stage) => stage.number === number);

/** Stored state; a stage that was never changed has none. */
export interface StageState {
  status: StageStatus;
  notRequired?: boolean;
  inProgressAt?: string;
  completedAt?: string;
  /** ISO time of the meeting that the sub-stage books. */
  bookedFor?: string;
}

export type JourneyState = Readonly<Record<string, StageState>>;

const UNTOUCHED: StageState = { status: 'pending' };

export const stageState = (journey: JourneyState, number: number): StageState => journey[String(number)] ?? UNTOUCHED;

export const allowedStatuses = (number: number): readonly StageStatus[] =>
  stageTemplate(number)?.parent === null ? STAGE_STATUSES : ['pending', 'completed'];

interface StageTree {
  id: string;
  status: StageStatus;
  notRequired: boolean;
  documentCount: number;
  subStages: readonly StageTree[];
}

export const flatStages = <S extends { subStages: readonly S[] }>(stages: readonly S[]): S[] =>
  stages.flatMap((stage) => [stage, ...stage.subStages]);

/** Counts the documents of a stage and its sub-stages; `documentCount` is the stage's own. */
export const documentsWithin = (stage: StageTree): number =>
  flatStages([stage]).reduce((sum, { documentCount }) => sum + documentCount, 0);

export function isWithin(stage: StageTree) {
  const ids = new Set(flatStages([stage]).map(({ id }) => id));
  return ({ stageId }: { stageId: string | null }): boolean => stageId !== null && ids.has(stageId);
}

export function stepsDone({ subStages }: Pick<StageTree, 'subStages'>): { done: number; total: number } {
  const required = subStages.filter((step) => !step.notRequired);
  return { done: required.filter((step) => step.status === 'completed').length, total: required.length };
}

export function stepsLabel(stage: Pick<StageTree, 'subStages'>): string | undefined {
  const { done, total } = stepsDone(stage);
  return total > 0 ? `${done} of ${countOf(total, 'step')}` : undefined;
}

interface StageChange {
  status?: StageStatus | undefined;
  notRequired?: boolean | undefined;
  bookedFor?: string | null | undefined;
}

export function stageChangeRefusal(number: number, change: StageChange): { field: string; message: string } | null {
  if (change.status && !allowedStatuses(number).includes(change.status))
    return { field: 'status', message: 'A sub-stage is either pending or completed' };
  if (change.notRequired !== undefined && !stageTemplate(number)?.optional)
    return { field: 'notRequired', message: 'Only optional sub-stages can be marked as not required' };
  if (change.bookedFor !== undefined && !isMeeting(number))
    return { field: 'bookedFor', message: 'Only booked meetings have a date' };
  return null;
}

/** Sets the time of a new status and clears times that no longer apply, but not a meeting's. `now` is an ISO time. */
export function changedStage(state: StageState, change: StageChange, now: string): StageState {
  const { notRequired = state.notRequired, status = state.status, bookedFor = state.bookedFor } = change;
  const kept: StageState = { status, ...(notRequired && { notRequired }), ...(bookedFor && { bookedFor }) };
  if (status === 'pending') return kept;
  const inProgressAt = status === 'in_progress' && state.status !== 'in_progress' ? now : state.inProgressAt;
  const withStart = inProgressAt ? { ...kept, inProgressAt } : kept;
  return status === 'completed' ? { ...withStart, completedAt: state.completedAt ?? now } : withStart;
}

/** Returns the percentage of completed top-level stages, rounded; 100 for a completed client. */
export function progress(journey: JourneyState, clientCompleted: boolean): number {
  const done = TOP_STAGES.filter(({ number }) => stageState(journey, number).status === 'completed').length;
  return clientCompleted ? 100 : Math.min(100, Math.round((done / TOP_STAGES.length) * 100));
}

const firstStageWith = (journey: JourneyState, status: StageStatus) =>
  TOP_STAGES.find(({ number }) => stageState(journey, number).status === status);

export function currentStage(journey: JourneyState): string {
  const inProgress = firstStageWith(journey, 'in_progress');
  if (inProgress) return inProgress.title;
  if (!firstStageWith(journey, 'completed')) return INITIAL_STAGE;
  return (firstStageWith(journey, 'pending') ?? TOP_STAGES[TOP_STAGES.length - 1])?.title ?? INITIAL_STAGE;
}

/** Returns the ISO time at which the current stage was started; `null` if none is in progress. */
export function stageSince(journey: JourneyState): string | null {
  const inProgress = firstStageWith(journey, 'in_progress');
  return (inProgress && stageState(journey, inProgress.number).inProgressAt) ?? null;
}

/** Returns the time in progress in whole hours or days, until completion or `now`; `null` if never started. */
export function duration(state: StageState, now: Date): string | null {
  if (!state.inProgressAt) return null;
  const end = state.completedAt ? Date.parse(state.completedAt) : now.getTime();
  const hours = Math.max(0, Math.floor((end - Date.parse(state.inProgressAt)) / HOUR_MS));
  return hours < 24 ? countOf(hours, 'hour') : countOf(Math.floor(hours / 24), 'day');
}

export const durationLabel = (text: string): string => (text === countOf(0, 'hour') ? 'under an hour' : text);

/** A completed client shows every stage as complete. */
export type StageDisplay = 'complete' | 'in-progress' | 'not-required' | 'locked';

export function stageDisplay(stage: Pick<StageTree, 'status' | 'notRequired'>, clientCompleted = false): StageDisplay {
  if (clientCompleted) return 'complete';
  if (stage.notRequired) return 'not-required';
  if (stage.status === 'completed') return 'complete';
  return stage.status === 'in_progress' ? 'in-progress' : 'locked';
}

export const PLAN_TYPES = ['pension', 'investment'] as const;
