import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import { IDEMPOTENCY_KEY } from '#shared/contract/repeatable.ts';
import { call } from '../../web/src/lib/http/api.ts';
import { attemptWithFile } from '../../web/src/lib/http/attempts.ts';
import { forgetAttempts } from '../../web/src/lib/http/stored-attempts.ts';
import { runEach } from '../../web/src/parts/client/bulk.ts';

/** Stubs browser storage, in which every key is an own property. */
const storage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });

const ok = () => Response.json({ id: 'made' }, { status: 201 });
const refused =
  (status: number, more: object = {}) =>
  () =>
    Response.json({ message: 'No', ...more }, { status });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const cut = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }));
let answer: () => Response | Promise<Response> = ok;
const sentKeys: (string | undefined)[] = [];

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    sentKeys.push(headers[IDEMPOTENCY_KEY]);
    return answer();
  });
  sentKeys.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Token of a second person. */
const SECOND = `${'a'.repeat(65)}--2`;

/** Sends a message and returns the key that went with it. */
async function keyOf(answered: typeof answer, more: { content?: string; id?: string; token?: string } = {}) {
  answer = answered;
  const { content = 'Hello', id = 'mia', token } = more;
  await call('POST /api/clients/{id}/messages', { params: { id }, body: { content }, token }).catch(() => undefined);
  return sentKeys.at(-1);
}

describe('the key of a call that creates', () => {
  test('has 22 URL-safe characters, and calls that change get none', async () => {
    expect(await keyOf(ok)).toMatch(/^[\w-]{22}$/);
    await call('PATCH /api/tasks/{id}', { params: { id: 'task' }, body: { title: 'A task' } });
    expect(sentKeys.at(-1)).toBeUndefined();
  });

  test.each([
    ['no answer', lost],
    ['an answer that broke off', cut],
    ['500', refused(500)],
    ['429', refused(429)],
    ['401', refused(401)],
    ['409 for another reason', refused(409)],
  ])('is kept after %s', async (_, answered) => {
    const first = await keyOf(answered);
    expect(await keyOf(ok)).toBe(first);
  });

  test('is new after a success, so that the same text can be sent again', async () => {
    const first = await keyOf(ok);
    expect(await keyOf(ok)).not.toBe(first);
  });

  test('is new after the server said that the key is used up', async () => {
    const first = await keyOf(lost);
    expect(await keyOf(refused(409, { keyUsed: true }))).toBe(first);
    expect(await keyOf(ok)).not.toBe(first);
  });

  test('belongs to one text, one client, one kind of sender and one person', async () => {
    const keys = [
      await keyOf(lost),
      await keyOf(lost, { content: 'Hello!' }),
      await keyOf(lost, { id: 'olaf' }),
      await keyOf(lost, { token: 'a-token' }),
      await keyOf(lost, { token: SECOND }),
    ];
    expect(new Set(keys).size).toBe(5);
    expect(await keyOf(lost, { token: 'a-token-of-a-new-link' })).toBe(keys[3]);
  });

  test('is kept without storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    const first = await keyOf(lost);
    expect(await keyOf(ok)).toBe(first);
  });

  test('is forgotten after a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T10:00:00Z') });
    const first = await keyOf(lost);
    vi.setSystemTime(new Date('2026-11-26T09:59:00Z'));
    expect(await keyOf(lost)).toBe(first);
    vi.setSystemTime(new Date('2026-11-26T10:01:00Z'));
    expect(await keyOf(lost)).not.toBe(first);
  });

  test('is forgotten at the sign-out of staff, and that of a client is not', async () => {
    const [staff, client] = [await keyOf(lost), await keyOf(lost, { token: 'a-token' })];
    forgetAttempts('staff');
    expect(await keyOf(lost)).not.toBe(staff);
    expect(await keyOf(lost, { token: 'a-token' })).toBe(client);
  });

  test('is forgotten at the sign-out of staff without storage too', async () => {
    vi.stubGlobal('localStorage', undefined);
    const first = await keyOf(lost);
    forgetAttempts('staff');
    expect(await keyOf(lost)).not.toBe(first);
  });

  test('is stored without the text', async () => {
    await keyOf(lost, { content: 'My salary' });
    expect(Object.keys(localStorage)).toHaveLength(1);
    expect(JSON.stringify(localStorage)).not.toContain('salary');
  });
});

test('a retry of a bulk action keeps the key of each client that failed', async () => {
  const add = (id: string) => {
    const name: CallName = 'POST /api/clients/{id}/tasks';
    return call(name, { params: { id }, body: { title: 'Send passport' } });
  };
  answer = lost;
  const failed = await runEach(['mia', 'olaf'], add);
  answer = ok;
  await runEach(failed, add);
  expect(sentKeys.slice(2).sort()).toEqual(sentKeys.slice(0, 2).sort());
  expect(new Set(sentKeys).size).toBe(2);
});

test('a file keeps its key until its outcome is known', () => {
  const [file, other] = [new File(['a'], 'a.txt'), new File(['a'], 'a.txt')];
  const { key, forget } = attemptWithFile(file);
  expect([attemptWithFile(file).key === key, attemptWithFile(other).key === key]).toEqual([true, false]);
  forget();
  expect(attemptWithFile(file).key).not.toBe(key);
});
