import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { Answered, Sent } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { awsError, noFault, refusing, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';

const HOUR_SECONDS = 3600;
const now = () => Math.floor(Date.now() / 1000);

let adviser: Person;
let client: { id: string; token: string };
beforeAll(async () => {
  adviser = await newAdviser();
});
beforeEach(async () => {
  client = await newClient(adviser);
});

describe.each<[string, CallName, () => Sent]>([
  ['file', 'POST /api/clients/{id}/documents', () => ({ form: fileForm('x', 'x.txt') })],
  ['message', 'POST /api/clients/{id}/messages', () => ({ body: { content: 'Hello' } })],
])('through one link, of each %s 60 an hour:', (noun, name, what) => {
  const send = (caller: { cookie?: string | undefined; token?: string }): Promise<Answered> =>
    callHandler(caller, name, { params: { id: client.id }, ...what() });
  const counter = (version = 1) => attemptsKey(`link-${noun}`, `${client.id}.${version}`);
  const used = (count: number, more: object = {}) => changeStored(counter(), { count, ...more });

  test('the sixtieth passes, the next waits, in words, and nothing of it is stored', async () => {
    expect((await send(client)).status).toBe(201);
    await used(59);
    expect((await send(client)).status).toBe(201);
    const { result, asked } = await withFault(noFault, () => send(client));
    expect([result.status, result.body.message]).toEqual([
      429,
      expect.stringMatching(/60 \w+s an hour.* \d+ minutes?/),
    ]);
    const wait = Number(result.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(HOUR_SECONDS - 120);
    expect(wait).toBeLessThanOrEqual(HOUR_SECONDS);
    expect(asked).not.toContain('S3 PUT');
    expect(asked).not.toContain('TransactWriteItems');
  });

  test('an hour after the first it passes again', async () => {
    await send(client);
    await used(60, { endsAt: now() - 1 });
    expect((await send(client)).status).toBe(201);
    expect(await stored(counter())).toMatchObject({ count: 1 });
  });

  test('an adviser, another client and the client’s next link are not held up', async () => {
    await send(client);
    await used(60);
    expect((await send(client)).status).toBe(429);
    expect((await send(adviser)).status).toBe(201);
    const sent = { params: { id: client.id } };
    const { body } = await (await demoAdmin()).call('POST /api/clients/{id}/token/regenerate', sent);
    expect((await send({ token: body.token })).status).toBe(201);
    client = await newClient(adviser);
    expect((await send(client)).status).toBe(201);
  });

  test('what is run again, as its write met another’s, counts once; what is refused before, not at all', async () => {
    const conflict = { CancellationReasons: [{ Code: 'TransactionConflict' }] };
    const meeting = refusing('TransactWriteItems', awsError('TransactionCanceledException', conflict), 2);
    const { result } = await withFault(meeting, () => send(client));
    expect(result.status).toBe(201);
    expect(await stored(counter())).toMatchObject({ count: 1 });
    const broken = noun === 'file' ? { form: fileForm('', 'empty.txt') } : { body: { content: ' ' } };
    expect((await callHandler(client, name, { params: { id: client.id }, ...broken })).status).toBe(400);
    expect(await stored(counter())).toMatchObject({ count: 1 });
  });
});
