/** Kinds of requests: documents are sent for `file`, `facts` is a fact-find, and `sign` is a document to sign. */
export const REQUEST_KINDS = ['file', 'facts', 'sign'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const REQUEST_STATES = ['open', 'submitted', 'approved', 'waived'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** States of a fact-find in words. */
export const FACTFIND_STATES: Readonly<Record<RequestState, string>> = {
  open: 'With the client',
  submitted: 'To review',
  approved: 'Agreed',
  waived: 'Waived',
};

/** Decisions of staff: accept, ask for more, send back, waive, reopen, and undo an acceptance. */
export const DECISIONS = ['approve', 'more', 'return', 'waive', 'reopen', 'undo'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Decisions that need a reason, which the client reads. */
export const needsReason = (decision: Decision) => decision === 'more' || decision === 'return';

/** Returns true for a decision after which the client is asked again: the request starts over. */
export const asksAgain = (decision: Decision) => needsReason(decision) || decision === 'reopen';

/** Working days until the due date that is proposed for new requests. */
export const DAYS_TO_ANSWER = 10;

/** Working days that a client has at least after being asked again. */
export const DAYS_TO_REPLACE = 5;

export const isSettled = ({ state }: { state: RequestState }) => state === 'approved' || state === 'waived';

/** Returns true if the client may remove an own file: it came since staff last asked, and is not handed in. */
export const isRemovable = (
  { state, round, askedAt }: { state: RequestState; round: number; askedAt: string },
  file: { round?: number | null | undefined; uploadedAt: string; uploadedBy: string },
) => state === 'open' && file.uploadedBy === 'client' && file.round === round && file.uploadedAt > askedAt;
