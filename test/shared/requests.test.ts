import { describe, expect, test } from 'vitest';
import { ACTS, type RequestAct, type RequestFacts } from '#shared/rules/request-acts.ts';
import { REQUEST_TEXTS } from '#shared/rules/requests.ts';

const open: RequestFacts = { state: 'open', files: 0, everFiles: 0 };
const STATES = {
  'open, no file': open,
  'open, files': { ...open, files: 2, everFiles: 2 },
  submitted: { ...open, state: 'submitted', files: 2, everFiles: 2 },
  'submitted, answer only': { ...open, state: 'submitted' },
  approved: { ...open, state: 'approved', files: 2, everFiles: 2 },
  waived: { ...open, state: 'waived', files: 2, everFiles: 2 },
  'waived, no file': { ...open, state: 'waived' },
} as const satisfies Record<string, RequestFacts>;

const { settled, noFile, nothingToAccept, nothingToReturn, notWaived, changed, hasFiles } = REQUEST_TEXTS;
const SAME = 'unchanged';

/** Next state, "unchanged", or the refusal, in the order of STATES. `+1` begins an attempt. */
const TABLE: Record<RequestAct, readonly string[]> = {
  file: ['open', 'open', 'submitted', 'submitted', settled, settled, settled],
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
};

describe.each(Object.keys(TABLE) as RequestAct[])('%s', (act) => {
  test.each(Object.entries(STATES).map(([name, facts], i) => [name, facts, TABLE[act][i]] as const))(
    'of a request that is %s',
    (_, facts, expected) => {
      const result = ACTS[act](facts);
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
