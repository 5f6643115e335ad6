import { describe, expect, test } from 'vitest';
import { commonHashOf, hashOf } from '#shared/rules/notices.ts';

const SIGNED = { kind: 'task-completed', ref: 't1' } as const;
const NOTED = { kind: 'task-noted', ref: 't1' } as const;
const OTHER_TASK = { kind: 'task-completed', ref: 't2' } as const;
const PASSPORT = { kind: 'document', ref: 'd1' } as const;
const MESSAGE = { kind: 'message', ref: 'm1' } as const;
const AVIVA = { kind: 'loa-due', ref: 'l1' } as const;
const ZURICH = { kind: 'loa-due', ref: 'l2' } as const;
const HELP = { kind: 'stuck' } as const;
const ASSIGNED = { kind: 'assigned' } as const;

test.each([
  [SIGNED, '#task-t1'],
  [PASSPORT, '#document-d1'],
  [{ kind: 'task-document', ref: 't1' }, '#task-t1'],
  [{ kind: 'document', ref: null }, '#documents'],
  [{ kind: 'loa-due', ref: 'l1' }, '#loa-l1'],
  [{ kind: 'loa-due', ref: null }, '#loas'],
  [MESSAGE, '#messages'],
  [HELP, '#messages'],
  [ASSIGNED, ''],
] as const)('the notice %o links to %s of its client’s page', (notice, hash) => expect(hashOf(notice)).toBe(hash));

describe('several notices together', () => {
  test.each([
    ['to their one task', [SIGNED, NOTED], '#task-t1'],
    ['to the section that contains all of them', [SIGNED, OTHER_TASK], '#tasks'],
    ['to the letters for several letters', [AVIVA, ZURICH], '#loas'],
    ['to messages, read as one conversation', [MESSAGE, HELP], '#messages'],
    ['to the whole page if they are in several sections', [SIGNED, PASSPORT], ''],
    ['to the whole page if one concerns all of it', [SIGNED, ASSIGNED], ''],
    ['to the whole page if there are none', [], ''],
  ] as const)('link %s', (_, notices, hash) => expect(commonHashOf(notices)).toBe(hash));
});
