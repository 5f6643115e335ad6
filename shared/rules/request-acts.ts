import { type Decision, isSettled, REQUEST_TEXTS, type RequestState } from './requests.ts';

/** Acts on a request. `file` adds a file, `submit` hands in, `cannot` says why the client has no such document. */
export type RequestAct = 'file' | 'submit' | 'cannot' | Decision | 'edit' | 'delete';

export interface RequestFacts {
  state: RequestState;
  /** Files of this attempt. */
  files: number;
  /** Files of all attempts, deleted ones included. */
  everFiles: number;
}

/** Result of an act. `unchanged` makes repeated acts idempotent; `refused` is the text of a 409. */
export type ActResult = { next: RequestState; newAttempt?: true } | { unchanged: true } | { refused: string };

const refused = (text: string): ActResult => ({ refused: text });
const UNCHANGED: ActResult = { unchanged: true };
const SETTLED = refused(REQUEST_TEXTS.settled);

const isEmpty = ({ state, files }: RequestFacts) => state === 'open' && files === 0;

function approved(request: RequestFacts): ActResult {
  if (request.state === 'approved') return UNCHANGED;
  if (request.state === 'waived') return SETTLED;
  return request.files > 0 ? { next: 'approved' } : refused(REQUEST_TEXTS.nothingToAccept);
}

function sentBack(request: RequestFacts): ActResult {
  if (request.state === 'waived') return SETTLED;
  return isEmpty(request) ? refused(REQUEST_TEXTS.nothingToReturn) : { next: 'open' };
}

function deleted({ state, everFiles }: RequestFacts): ActResult {
  const isUntouched = everFiles === 0 && (state === 'open' || state === 'waived');
  return isUntouched ? { next: state } : refused(REQUEST_TEXTS.hasFiles);
}

/** Table of states: the result of each act in each state. */
export const ACTS: Readonly<Record<RequestAct, (request: RequestFacts) => ActResult>> = {
  file: (request) => (isSettled(request) ? SETTLED : { next: request.state }),
  submit: (request) => {
    if (isSettled(request)) return SETTLED;
    if (request.state === 'submitted') return UNCHANGED;
    return request.files > 0 ? { next: 'submitted' } : refused(REQUEST_TEXTS.noFile);
  },
  cannot: (request) => (isSettled(request) ? SETTLED : { next: 'submitted' }),
  approve: approved,
  more: sentBack,
  return: (request) => {
    const result = sentBack(request);
    return 'next' in result ? { ...result, newAttempt: true } : result;
  },
  waive: ({ state }) => {
    if (state === 'waived') return UNCHANGED;
    return state === 'approved' ? SETTLED : { next: 'waived' };
  },
  reopen: ({ state }) => (state === 'waived' ? { next: 'open' } : refused(REQUEST_TEXTS.notWaived)),
  undo: ({ state }) => {
    if (state === 'submitted') return UNCHANGED;
    return state === 'approved' ? { next: 'submitted' } : refused(REQUEST_TEXTS.changed);
  },
  edit: (request) => (isSettled(request) ? SETTLED : { next: request.state }),
  delete: deleted,
};
