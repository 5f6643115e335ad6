import { beforeEach, expect, test, vi } from 'vitest';
import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import { answerSaver } from '../../web/src/features/portal/factfind/saver.ts';
import { ApiError, ConnectionError } from '../../web/src/lib/http/api.ts';

type Options = Parameters<typeof answerSaver>[0];

const NAME = { section: 'you', id: 'name' };
const ROBS_NAME = { section: 'you.2', id: 'name' };
const STATUS = { section: 'family', id: 'status' };
const AT = '2026-12-01T10:00:00.000Z';

let kept: Map<string, string>;
let stored: Record<string, Record<string, FactfindAnswer>>;
let sections: string[];
let own: ReturnType<Options['own']>;
const send = vi.fn<Options['send']>();

beforeEach(() => {
  kept = new Map();
  stored = {};
  sections = ['you', 'family', 'more'];
  own = [];
  send.mockReset().mockImplementation(async ({ section, answers }) =>
    Object.fromEntries(
      answers.map((one) => {
        const n = (stored[section]?.[one.key]?.n ?? 0) + 1;
        const given = 's' in one ? { s: one.s } : one.v === null ? {} : { v: one.v };
        return [one.key, { ...given, n, by: 1, name: 'Mia', at: AT, was: [] }];
      }),
    ),
  );
});

const saver = () =>
  answerSaver({
    storage: { read: () => kept, write: (name, text) => Boolean(text ? kept.set(name, text) : kept.delete(name)) },
    send,
    stored: () => stored,
    own: () => own,
    isInForm: (section) => sections.includes(section),
    learn: (section, answers) => {
      stored = { ...stored, [section]: { ...stored[section], ...answers } };
    },
    onSavedElsewhere: () => undefined,
    isOnline: () => true,
    me: 1,
    now: () => new Date(AT),
  });

const refusal = (status: number, body: object) => new ApiError(status, '', JSON.stringify(body));

test('a section that the server refuses does not keep other answers from being saved', async () => {
  const full = 'There is no room for more here.';
  const save = send.getMockImplementation();
  send.mockImplementation(async (sent, isLeaving) => {
    if (sent.section === 'you') throw refusal(409, { message: full });
    return (await save?.(sent, isLeaving)) ?? {};
  });
  const all = saver();
  all.change(NAME, { typed: 'Mia' });
  all.change(STATUS, { typed: 'single' });
  await all.save();
  expect(stored.family?.status?.v).toBe('single');
  expect([...all.all().drafts.keys()]).toEqual(['factfind/you/name']);
  expect(all.all().state).toEqual({ kind: 'failed', reason: full });
});

test('an answer to a section that is no longer asked is kept, and not sent', async () => {
  const all = saver();
  all.change(ROBS_NAME, { typed: 'Rob' });
  all.change(STATUS, { typed: 'single' });
  await all.save();
  expect(send.mock.calls.map(([{ section }]) => section)).toEqual(['family']);
  expect([...kept.keys()]).toEqual(['factfind/you.2/name']);
});

test('tries without a response make the kept answer no longer', async () => {
  send.mockRejectedValue(new ConnectionError());
  const all = saver();
  all.change(NAME, { typed: 'Mia' });
  await all.save();
  const once = kept.get('factfind/you/name');
  await all.save();
  expect(kept.get('factfind/you/name')).toBe(once);
  expect(all.all().state).toEqual({ kind: 'offline', outlivesPage: true });
});

test('an answer that the server names as wrong is held back until it is changed', async () => {
  send.mockRejectedValueOnce(refusal(400, { message: 'Bad', fields: { name: 'Must be text' } }));
  const all = saver();
  all.change(NAME, { typed: 'Mia' });
  all.change({ section: 'you', id: 'known' }, { typed: 'Mi' });
  await all.save();
  expect(stored.you).toMatchObject({ known: { v: 'Mi' } });
  expect(all.all().refusals.get('factfind/you/name')).toBe('Must be text');
  all.change(NAME, { typed: 'Mia Wood' });
  await all.save();
  expect(stored.you).toMatchObject({ name: { v: 'Mia Wood' } });
  expect(kept.size).toBe(0);
});

test('a reply to staff is sent although the answer is as before, also after a failure, and an empty one is not', async () => {
  stored = { you: { name: { v: 'Mia', n: 2, by: 1, name: 'Mia', at: AT, was: [] } } };
  const first = saver();
  first.reply(STATUS);
  first.reply(NAME);
  send.mockRejectedValueOnce(new ConnectionError());
  await first.save();
  expect([...kept.keys()]).toEqual(['factfind/you/name']);
  const next = saver();
  await next.save();
  expect(send).toHaveBeenLastCalledWith({ section: 'you', answers: [{ key: 'name', n: 2, v: 'Mia' }] }, false);
  expect(kept.size).toBe(0);
});

test('an answer to a question of the firm’s own waits until these are known, and is hidden if it is none of them', async () => {
  const question = { id: 'own-k3x9a0bc', text: 'Ground rent?', type: 'money' as const };
  own = [question];
  saver().change({ section: 'more', id: question.id }, { typed: '1,200' });
  own = undefined;
  const all = saver();
  await all.save();
  expect(send).not.toHaveBeenCalled();
  own = [question];
  await all.save();
  expect(stored.more?.[question.id]?.v).toBe(1200);
  all.change({ section: 'more', id: question.id }, { typed: '1,300' });
  own = [];
  await all.save();
  expect([all.all().drafts.size, kept.size]).toEqual([0, 1]);
});
