import { describe, expect, test } from 'vitest';
import { type RequestAct, type RequestFacts, resultOfAct } from '#shared/rules/request-acts.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { REQUEST_KINDS, type RequestKind } from '#shared/rules/requests.ts';

type Facts = Omit<RequestFacts, 'kind'>;
const open: Facts = { state: 'open', files: 0, hasContent: false };
const STATES = {
  file: {
    'open, no file': open,
    'open, files': { ...open, files: 2, hasContent: true },
    submitted: { ...open, state: 'submitted', files: 2, hasContent: true },
    'submitted, answer only': { ...open, state: 'submitted' },
    approved: { ...open, state: 'approved', files: 2, hasContent: true },
    waived: { ...open, state: 'waived', files: 2, hasContent: true },
    'waived, no file': { ...open, state: 'waived' },
  },
  facts: {
    'open, no answer': open,
    'open, answers': { ...open, hasContent: true },
    submitted: { ...open, state: 'submitted', hasContent: true },
    approved: { ...open, state: 'approved', hasContent: true },
    waived: { ...open, state: 'waived', hasContent: true },
    'waived, no answer': { ...open, state: 'waived' },
  },
  sign: {
    'open, not read': open,
    'open, read': { ...open, isRead: true },
    'not to be signed': { ...open, state: 'submitted', isRead: true },
    signed: { ...open, state: 'approved', files: 1, hasContent: true, isRead: true },
    waived: { ...open, state: 'waived' },
    'waived, with content': { ...open, state: 'waived', hasContent: true },
  },
} as const satisfies Record<RequestKind, Record<string, Facts>>;

const { settled, noFile, nothingToAccept, nothingToReturn, notWaived, changed, hasFiles, hasAnswers } = REQUEST_TEXTS;
const { questions, noQuestions, notSent, toSign, notToSign, notRead, signed } = REQUEST_TEXTS;
const SAME = 'unchanged';
const noFiles = Array<string>(6).fill(questions);
const onlySigned = Array<string>(6).fill(toSign);

/** Next state, "unchanged", or the refusal, in the order of STATES. `+1` begins an attempt. */
const TABLE: Record<RequestKind, Record<RequestAct, readonly string[]>> = {
  file: {
    file: ['open', 'open', 'submitted', 'submitted', settled, settled, settled],
    answer: Array<string>(7).fill(noQuestions),
    correct: Array<string>(7).fill(noQuestions),
    ask: Array<string>(7).fill(noQuestions),
    accept: Array<string>(7).fill(noQuestions),
    sign: Array<string>(7).fill(notToSign),
    submit: [noFile, 'submitted', SAME, SAME, settled, settled, settled],
    cannot: ['submitted', 'submitted', 'submitted', 'submitted', settled, settled, settled],
    approve: [nothingToAccept, 'approved', 'approved', nothingToAccept, SAME, settled, settled],
    more: [nothingToReturn, 'open', 'open', 'open', 'open', settled, settled],
    return: [nothingToReturn, 'open+1', 'open+1', 'open+1', 'open+1', settled, settled],
    waive: ['waived', 'waived', 'waived', 'waived', settled, SAME, SAME],
    reopen: [notWaived, notWaived, notWaived, notWaived, notWaived, 'open', 'open'],
    undo: [changed, changed, SAME, SAME, 'submitted', changed, changed],
    edit: ['open', 'open', 'submitted', 'submitted', settled, settled, settled],
    delete: ['open', hasFiles, hasFiles, hasFiles, hasFiles, hasFiles, 'waived'],
  },
  facts: {
    file: noFiles,
    answer: ['open', 'open', 'submitted', settled, settled, settled],
    correct: ['open', 'open', 'submitted', 'submitted', settled, settled],
    ask: ['open', 'open', 'open', 'open', settled, settled],
    sign: Array<string>(6).fill(notToSign),
    accept: [notSent, notSent, 'approved', SAME, settled, settled],
    submit: ['submitted', 'submitted', SAME, settled, settled, settled],
    cannot: ['submitted', 'submitted', 'submitted', settled, settled, settled],
    approve: noFiles,
    more: noFiles,
    return: noFiles,
    undo: noFiles,
    waive: ['waived', 'waived', 'waived', settled, SAME, SAME],
    reopen: [notWaived, notWaived, notWaived, notWaived, 'open', 'open'],
    edit: ['open', 'open', 'submitted', settled, settled, settled],
    delete: ['open', hasAnswers, hasAnswers, hasAnswers, hasAnswers, 'waived'],
  },
  sign: {
    file: onlySigned,
    answer: onlySigned,
    correct: onlySigned,
    ask: onlySigned,
    accept: onlySigned,
    sign: [notRead, 'approved', settled, signed, settled, settled],
    submit: onlySigned,
    cannot: ['submitted', 'submitted', 'submitted', settled, settled, settled],
    approve: onlySigned,
    more: [nothingToReturn, nothingToReturn, 'open', settled, settled, settled],
    return: onlySigned,
    undo: onlySigned,
    waive: ['waived', 'waived', 'waived', settled, SAME, SAME],
    reopen: [notWaived, notWaived, notWaived, notWaived, 'open', 'open'],
    edit: ['open', 'open', 'submitted', settled, settled, settled],
    delete: ['open', 'open', hasAnswers, hasAnswers, 'waived', hasAnswers],
  },
};

const acts = REQUEST_KINDS.flatMap((kind) =>
  (Object.keys(TABLE[kind]) as RequestAct[]).map((act) => [kind, act] as const),
);

describe.each(acts)('of a request of kind "%s", %s', (kind, act) => {
  test.each(Object.entries<Facts>(STATES[kind]).map(([name, facts], i) => [name, facts, TABLE[kind][act][i]] as const))(
    'while it is %s',
    (_, facts, expected) => {
      const result = resultOfAct(act, { kind, ...facts });
      const shown =
        'refused' in result
          ? result.refused
          : 'unchanged' in result
            ? SAME
            : result.next + (result.newAttempt ? '+1' : '');
      expect(shown).toBe(expected);
    },
  );
});
