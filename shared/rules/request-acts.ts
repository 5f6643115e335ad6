import { REQUEST_TEXTS } from './request-texts.ts';
import { type Decision, isSettled, type RequestKind, type RequestState } from './requests.ts';

/** Acts on a request. `file` adds a file, `submit` hands in, `cannot` hands in without what was asked for. */
export type RequestAct =
  | 'file'
  | 'answer'
  | 'correct'
  | 'ask'
  | 'accept'
  | 'submit'
  | 'cannot'
  | Decision
  | 'edit'
  | 'delete';

export interface RequestFacts {
  kind: RequestKind;
  state: RequestState;
  /** Files of this attempt. */
  files: number;
  /** Set once the client has sent anything, also in an earlier attempt: a file, deleted or not, or an answer. */
  hasContent: boolean;
  /** Set if staff gave every answer of a fact-find. */
  isByStaff?: boolean;
}

/** Result of an act. `unchanged` makes repeated acts idempotent; `refused` is the text of a 409. */
export type ActResult = { next: RequestState; newAttempt?: true } | { unchanged: true } | { refused: string };

type Act = (request: RequestFacts) => ActResult;
type ByKind = Readonly<Record<RequestKind, Act>>;

const refused = (text: string): ActResult => ({ refused: text });
const never =
  (text: string): Act =>
  () =>
    refused(text);
const both = (act: Act): ByKind => ({ file: act, facts: act });

const UNCHANGED: ActResult = { unchanged: true };
const SETTLED = refused(REQUEST_TEXTS.settled);

/** Returns the act that leaves the state as it is, unless it is settled. */
const whileUnsettled: Act = (request) => (isSettled(request) ? SETTLED : { next: request.state });

const isEmpty = ({ state, files }: RequestFacts) => state === 'open' && files === 0;

const accepted: Act = ({ state, files }) => {
  if (state === 'approved') return UNCHANGED;
  if (state === 'waived') return SETTLED;
  return files > 0 ? { next: 'approved' } : refused(REQUEST_TEXTS.nothingToAccept);
};

const askedBack: Act = (request) => {
  if (request.state === 'waived') return SETTLED;
  return isEmpty(request) ? refused(REQUEST_TEXTS.nothingToReturn) : { next: 'open' };
};

const sentBack: Act = (request) => {
  const result = askedBack(request);
  return 'next' in result ? { ...result, newAttempt: true } : result;
};

const handedIn: Act = (request) => {
  if (isSettled(request)) return SETTLED;
  return request.state === 'submitted' ? UNCHANGED : { next: 'submitted' };
};

const fileHandedIn: Act = (request) => {
  const result = handedIn(request);
  return 'next' in result && request.files === 0 ? refused(REQUEST_TEXTS.noFile) : result;
};

const brokenOff: Act = (request) => (isSettled(request) ? SETTLED : { next: 'submitted' });

const undone: Act = ({ state }) => {
  if (state === 'submitted') return UNCHANGED;
  return state === 'approved' ? { next: 'submitted' } : refused(REQUEST_TEXTS.changed);
};

const waived: Act = ({ state }) => {
  if (state === 'waived') return UNCHANGED;
  return state === 'approved' ? SETTLED : { next: 'waived' };
};

const reopened: Act = ({ state }) => (state === 'waived' ? { next: 'open' } : refused(REQUEST_TEXTS.notWaived));

const deletedIfEmpty =
  (text: string): Act =>
  ({ state, hasContent }) =>
    !hasContent && (state === 'open' || state === 'waived') ? { next: state } : refused(text);

/** An agreed fact-find that staff correct has to be agreed again. */
const corrected: Act = ({ state }) => {
  if (state === 'waived') return SETTLED;
  return { next: state === 'approved' ? 'submitted' : state };
};

const askedAgain: Act = ({ state }) => (state === 'waived' ? SETTLED : { next: 'open' });

const agreed: Act = ({ state, isByStaff }) => {
  if (state === 'approved') return UNCHANGED;
  if (state === 'waived') return SETTLED;
  return state === 'submitted' || isByStaff ? { next: 'approved' } : refused(REQUEST_TEXTS.notSent);
};

const noQuestions = never(REQUEST_TEXTS.noQuestions);
const notAFile = never(REQUEST_TEXTS.questions);

/** Table of states: the result of each act on each kind of request in each state. */
const ACTS: Readonly<Record<RequestAct, ByKind>> = {
  file: { file: whileUnsettled, facts: notAFile },
  answer: { file: noQuestions, facts: whileUnsettled },
  correct: { file: noQuestions, facts: corrected },
  ask: { file: noQuestions, facts: askedAgain },
  accept: { file: noQuestions, facts: agreed },
  submit: { file: fileHandedIn, facts: handedIn },
  cannot: both(brokenOff),
  approve: { file: accepted, facts: notAFile },
  more: { file: askedBack, facts: notAFile },
  return: { file: sentBack, facts: notAFile },
  undo: { file: undone, facts: notAFile },
  waive: both(waived),
  reopen: both(reopened),
  edit: both(whileUnsettled),
  delete: { file: deletedIfEmpty(REQUEST_TEXTS.hasFiles), facts: deletedIfEmpty(REQUEST_TEXTS.hasAnswers) },
};

/** Returns what an act on a request does. */
export const resultOfAct = (act: RequestAct, request: RequestFacts): ActResult => ACTS[act][request.kind](request);
