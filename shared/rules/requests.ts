import { REQUEST_LIMITS } from './limits.ts';

/** Kinds of requests: documents are sent for `file`, and `facts` is a fact-find. */
export const REQUEST_KINDS = ['file', 'facts'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const REQUEST_STATES = ['open', 'submitted', 'approved', 'waived'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Decisions of staff: accept, ask for more, send back, waive, reopen, and undo an acceptance. */
export const DECISIONS = ['approve', 'more', 'return', 'waive', 'reopen', 'undo'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Decisions that need a reason, which the client reads. */
export const needsReason = (decision: Decision) => decision === 'more' || decision === 'return';

/** Returns true for a decision after which the client is asked again: the request starts over. */
export const asksAgain = (decision: Decision) => needsReason(decision) || decision === 'reopen';

/** Working days until the due date that is proposed for new requests. */
export const DAYS_TO_ANSWER = 10;

/** Reasons that staff choose most. */
export const QUICK_REASONS = [
  'The picture is too blurred to read.',
  'A page is missing.',
  'It is out of date.',
  'It is for another person.',
  'We need the whole page, corner to corner.',
] as const;

/** Working days that a client has at least after being asked again. */
export const DAYS_TO_REPLACE = 5;

export const REQUEST_TEXTS = {
  full: `This client has ${REQUEST_LIMITS.perClient} requests already. Please delete some that are no longer needed.`,
  settled: 'This is settled. Reopen it first.',
  hasFiles: 'The client has sent something for this. Waive it instead.',
  hasAnswers: 'The client has answered something already. Waive it instead.',
  newerFactfind: 'Another fact-find was started since.',
  questions: 'These are questions, not a file.',
  notSent: 'The client has not sent this yet.',
  noQuestions: 'This asks for a file, not for answers.',
  tooManyFiles: `Up to ${REQUEST_LIMITS.files} files for one thing`,
  noFile: 'Please add a file first',
  nothingToAccept: 'There is nothing to accept yet',
  nothingToReturn: 'There is nothing to send back yet',
  notWaived: 'Only a waived request can be reopened',
  notOwnFile: 'You can remove a file that you sent for something we asked for, until it is handed in',
  handedIn: 'This has been handed in already. Tell your adviser if a file is wrong.',
  changed: 'This changed while you looked at it. It is shown now. Try again if yours is still right.',
  reason: 'Tell the client what to change',
  pastDay: 'Choose today or a later day',
} as const;

export const isSettled = ({ state }: { state: RequestState }) => state === 'approved' || state === 'waived';

/** Returns true if the client may remove an own file: it came since staff last asked, and is not handed in. */
export const isRemovable = (
  { state, round, askedAt }: { state: RequestState; round: number; askedAt: string },
  file: { round?: number | null | undefined; uploadedAt: string; uploadedBy: string },
) => state === 'open' && file.uploadedBy === 'client' && file.round === round && file.uploadedAt > askedAt;
