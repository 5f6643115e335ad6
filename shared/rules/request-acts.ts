import { REQUEST_TEXTS } from './request-texts.ts';
import { type Decision, isSettled, type RequestKind, type RequestState } from './requests.ts';

/** Acts on a request. `file` adds a file, `submit` hands in, `cannot` hands in without what was asked for. */
export type RequestAct =
  | 'file'
  | 'answer'
  | 'correct'
  | 'ask'
  | 'accept'
  | 'sign'
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
  /** Set once the signer has opened the document to sign. */
  isRead?: boolean;
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
const all = (act: Act): ByKind => ({ file: act, facts: act, sign: act });

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

const signed: Act = ({ state, isRead }) => {
  if (state === 'approved') return refused(REQUEST_TEXTS.signed);
  if (state !== 'open') return SETTLED;
  return isRead ? { next: 'approved' } : refused(REQUEST_TEXTS.notRead);
};

const askedToSignAgain: Act = ({ state }) => {
  if (isSettled({ state })) return SETTLED;
  return state === 'submitted' ? { next: 'open' } : refused(REQUEST_TEXTS.nothingToReturn);
};

const noQuestions = never(REQUEST_TEXTS.noQuestions);
const notAFile = never(REQUEST_TEXTS.questions);
const toSign = never(REQUEST_TEXTS.toSign);

const onlyFiles = (act: Act): ByKind => ({ file: act, facts: notAFile, sign: toSign });
const onlyFacts = (act: Act): ByKind => ({ file: noQuestions, facts: act, sign: toSign });

/** Table of states: the result of each act on each kind of request in each state. */
const ACTS: Readonly<Record<RequestAct, ByKind>> = {
  file: onlyFiles(whileUnsettled),
  answer: onlyFacts(whileUnsettled),
  correct: onlyFacts(corrected),
  ask: onlyFacts(askedAgain),
  accept: onlyFacts(agreed),
  sign: { file: never(REQUEST_TEXTS.notToSign), facts: never(REQUEST_TEXTS.notToSign), sign: signed },
  submit: { file: fileHandedIn, facts: handedIn, sign: toSign },
  cannot: all(brokenOff),
  approve: onlyFiles(accepted),
  more: { ...onlyFiles(askedBack), sign: askedToSignAgain },
  return: onlyFiles(sentBack),
  undo: onlyFiles(undone),
  waive: all(waived),
  reopen: all(reopened),
  edit: all(whileUnsettled),
  delete: {
    file: deletedIfEmpty(REQUEST_TEXTS.hasFiles),
    facts: deletedIfEmpty(REQUEST_TEXTS.hasAnswers),
    sign: deletedIfEmpty(REQUEST_TEXTS.hasAnswers),
  },
};

/** Returns what an act on a request does. */
export const resultOfAct = (act: RequestAct, request: RequestFacts): ActResult => ACTS[act][request.kind](request);
