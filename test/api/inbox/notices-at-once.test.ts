import { beforeEach, expect, test } from 'vitest';
import { retried } from '#functions/aws/retry.ts';
import { transact } from '#functions/aws/table.ts';
import { newChildKey, newId } from '#functions/services/keys/keys.ts';
import { countNew, noticeKey, removeNotices } from '#functions/services/notices.ts';
import { newAdviser } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { noticesFor } from '../../support/people/crowd.ts';
import { noticesOf } from '../../support/recount.ts';

const AT_ONCE = 50;
// Contention on one counter exceeds the retries of one request.
const ATTEMPTS = 10;

let clientId: string;
let ids: string[];
const adviser = await newAdviser();
beforeEach(async () => {
  clientId = newId();
  ids = await noticesFor(adviser.id, clientId, AT_ONCE);
});

async function inTime(act: () => Promise<unknown>): Promise<unknown> {
  for (let turn = 1; turn < ATTEMPTS; turn += 1)
    try {
      return await retried(act);
    } catch {}
  return retried(act);
}

const come = (about: string) => {
  const key = newChildKey(new Date());
  const notice = { ...noticeKey(adviser.id, key), v: 1, kind: 'message', clientId: about, text: 'Sent a message' };
  const writes = [{ put: notice, when: [['pk', 'absent'] as const] }, countNew(adviser.id, key, about)];
  return inTime(() => transact(writes));
};
const readMarked = (body: object) =>
  inTime(async () => {
    const { status } = await callHandler(adviser, 'POST /api/notifications/read', { body });
    if (status !== 204) throw new Error(`answered ${status}`);
  });
const unread = async () => (await callHandler(adviser, 'GET /api/notifications/unread')).body;

async function counts(): Promise<number> {
  const { stored, counted } = await noticesOf(adviser.id);
  expect(stored).toBe(counted);
  expect((await unread()).count).toBe(counted);
  return counted;
}

test('the unread count equals the rows after 50 new notices and concurrent readings of 50 others', async () => {
  const other = newId();
  await Promise.all(
    ids.flatMap((id, i) => [come(other), i % 10 === 0 ? readMarked({ upTo: id }) : readMarked({ ids: [id] })]),
  );
  expect(await counts()).toBe(AT_ONCE);
});

test('the unread count equals the rows while a client’s notices are removed, read and added', async () => {
  const before = await counts();
  const other = newId();
  const gone = ids.filter((_, i) => i % 5 === 0).map(() => inTime(() => removeNotices(adviser.id, clientId)));
  const read = ids.filter((_, i) => i % 2 === 0).map((id) => readMarked({ ids: [id] }));
  await Promise.all([...gone, ...read, ...ids.map(() => come(other))]);
  expect(await counts()).toBe(before);
  const { notices } = await noticesOf(adviser.id);
  expect(notices.filter((notice) => notice.clientId === clientId)).toEqual([]);
});

test('a notice read by 50 concurrent requests is counted as read once', async () => {
  const before = await counts();
  const { 0: id = '' } = ids;
  await Promise.all(ids.map(() => readMarked({ ids: [id] })));
  expect(await counts()).toBe(before - 1);
});
