import { describe, expect, test } from 'vitest';
import { ACTIONS, type Action } from '#shared/audit-log/actions.ts';
import { CAUSES } from '#shared/audit-log/causes.ts';
import type { Kind } from '#shared/audit-log/kind.ts';
import { NEWS_CAUSES } from '#shared/audit-log/news.ts';
import { commonHashOf, hashOf } from '#shared/audit-log/notice-places.ts';
import type { Cause } from '#shared/audit-log/told.ts';

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

describe('an action', () => {
  const actions = Object.entries(ACTIONS) as [Action, Kind][];
  const withHandler = (...wanted: string[]) =>
    actions.flatMap(([action, { handlers }]) => (handlers.some((name) => wanted.includes(name)) ? [action] : []));
  const causing = (...wanted: (keyof Cause<never>)[]) =>
    actions.flatMap(([action]) => (wanted.some((to) => CAUSES[action]?.[to]) ? [action] : []));

  test('causes a notice to the adviser exactly if its handler sends one', () =>
    expect(causing('byClient', 'byOthers', 'byAdmin')).toEqual(withHandler('notifyAdviser')));

  test('causes a notice to admins exactly if a handler sends one', () =>
    expect(causing('toAdmins')).toEqual(withHandler('notifyAdmins', 'notifyOfDamage')));

  test('causes news to the client exactly if its handler sends them', () =>
    expect(actions.flatMap(([action]) => (NEWS_CAUSES[action] ? [action] : []))).toEqual(withHandler('mailClient')));
});
