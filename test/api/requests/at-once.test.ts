import { afterEach, describe, expect, test } from 'vitest';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import type { Answered } from '../../support/api.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { type Act, atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { inTurn, type RacedClient, racedClient } from '../../support/faults/raced-client.ts';
import { calling } from '../../support/handlers.ts';
import { clientCountsOf, expectCounted, listOf, objectsOf, partitionOf } from '../../support/recount.ts';

const [admin, adviser, other] = await Promise.all([demoAdmin(), newAdviser(), newAdviser()]);

const setting = () => racedClient(adviser, admin);

type Check = (given: RacedClient, answers: [one: Answered, two: Answered]) => Promise<void>;
/** Interleaves two acts at every AWS call, then checks the counters and `lastUpdate` against the data. */
function scene(title: string, one: (given: RacedClient) => Act, two: (given: RacedClient) => Act, check: Check): void {
  test(title, () =>
    atOnce(setting, one, two, async (given, answers) => {
      await check(given, answers);
      await expectCounted(given.id);
      const { status, body: client } = await given.as('GET /api/clients/{id}')();
      if (status === 404) return;
      const entries: ClientAuditEntry[] = await given.read('GET /api/clients/{id}/activity');
      // The tick may mail the client meanwhile; mail and link entries do not change `lastUpdate`.
      const newest = entries.find(({ action }) => action !== 'client-notified' && !action.startsWith('portal-link'));
      expect(client.lastUpdate >= (newest?.at ?? '')).toBe(true);
    }),
  );
}

scene(
  'concurrent complete and reopen leave one consistent final state',
  ({ as }) => as('PATCH /api/clients/{id}', { body: { completed: true } }),
  ({ as }) => as('PATCH /api/clients/{id}', { body: { completed: false } }),
  async ({ read }, answers) => {
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { completed, completedAt } = await read('GET /api/clients/{id}');
    expect(completedAt !== null).toBe(completed);
  },
);

test('completing one stage while six others are completed keeps all seven with their times and audit entries', () =>
  interleaved(
    setting,
    ({ complete }) => complete('1'),
    ({ complete }) => inTurn(...['2', '3', '4', '5', '6', '7'].map(complete)),
    async ({ id, read }, { first, other: last }) => {
      expect([first.status, last.status]).toEqual([200, 200]);
      expect(await read('GET /api/clients/{id}')).toMatchObject({ progress: 100, currentStage: 'Courtesy Call' });
      for (const stage of await read('GET /api/clients/{id}/stages'))
        expect(stage).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
      const record = await read('GET /api/clients/{id}/activity');
      expect(record.filter(({ action }: { action: string }) => action === 'stage-changed')).toHaveLength(7);
      await expectCounted(id);
    },
  ));

describe('stages stay consistent', () => {
  const startedOnce = async () => {
    const given = await setting();
    await given.complete('1')();
    return given;
  };
  const reset = ({ as }: RacedClient) => as('POST /api/clients/{id}/stages/reset');
  const whole = async ({ read }: RacedClient) => {
    const [client, stages] = [await read('GET /api/clients/{id}'), await read('GET /api/clients/{id}/stages')];
    const done = stages.filter(({ status }: { status: string }) => status === 'completed').length;
    expect(client.progress).toBe(Math.round((done / 7) * 100));
    for (const stage of stages) expect(stage.completedAt !== null).toBe(stage.status === 'completed');
  };

  test('if stages are completed during a reset', () =>
    interleaved(startedOnce, reset, ({ complete }) => inTurn(complete('2'), complete('1'), complete('1.4')), whole));

  test.each(['1', '2', '1.4'])('if the journey is reset while %s is completed', async (number) => {
    await interleaved(startedOnce, ({ complete }) => complete(number), reset, whole);
  });
});

scene(
  'concurrent completion by adviser and client keeps every accepted note',
  ({ set }) => set({ status: 'completed', adviserNotes: 'chased' }),
  ({ note }) => note,
  async ({ read }, [byAdviser, byClient]) => {
    const [task] = await read('GET /api/clients/{id}/tasks');
    expect(byAdviser.status).toBe(200);
    expect([200, 409]).toContain(byClient.status);
    const clientNotes = byClient.status === 200 ? 'noted' : null;
    expect(task).toMatchObject({ status: 'completed', adviserNotes: 'chased', clientNotes });
  },
);

scene(
  'concurrent rename, description and client note of a task are all kept',
  ({ set }) => inTurn(set({ title: 'New title' }), set({ description: 'described' })),
  ({ note }) => note,
  async ({ read }) => {
    const [task] = await read('GET /api/clients/{id}/tasks');
    expect(task).toMatchObject({ title: 'New title', description: 'described', clientNotes: 'noted' });
  },
);

describe('counters and the adviser’s list', () => {
  const acts: [string, (given: RacedClient) => Act][] = [
    ['moved to the other side', ({ set }) => set({ responsibility: 'adviser' })],
    ['completed', ({ set }) => set({ status: 'completed' })],
    ['started', ({ set }) => set({ status: 'in_progress' })],
    ['joined by another', ({ add }) => add('Check passport', { responsibility: 'adviser' })],
    ['deleted', ({ removeTask }) => removeTask],
  ];

  test.each(acts)('stay correct if a task is %s during other changes', async (_, one) => {
    const others = acts.map(([, act]) => act).filter((act) => act !== one);
    const check = async ({ id, read }: RacedClient) => {
      const tasks: { status: string }[] = await read('GET /api/clients/{id}/tasks');
      const open = tasks.filter(({ status }) => status !== 'completed');
      const listed = (await listOf(adviser.id)).filter(({ pk }) => pk === `CLIENT#${id}`);
      expect(listed).toHaveLength(open.length + 1);
      await expectCounted(id);
    };
    await interleaved(setting, one, (given) => inTurn(...others.map((act) => act(given))), check);
  });
});

test('two concurrent regenerations of a link leave one live token', async () => {
  const renew = (given: RacedClient) => given.renew;
  await interleaved(setting, renew, renew, async (_, { first, other }) => {
    const tokens = [first, other].map(({ body }) => body.token as string);
    const opened = await Promise.all(
      tokens.map((token) => calling({}, 'GET /api/portal/{token}', { params: { token } })()),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

scene(
  'an upload during a link’s regeneration is stored whole or refused',
  ({ upload, own }) => upload(own),
  ({ renew }) => renew,
  async ({ id, read }, [uploaded]) => {
    expect([201, 401]).toContain(uploaded.status);
    const kept = uploaded.status === 201 ? 1 : 0;
    expect(await objectsOf(id)).toHaveLength(kept);
    expect(await read('GET /api/clients/{id}/documents')).toHaveLength(kept);
  },
);

const withDocument = async () => {
  const given = await setting();
  const { body } = await given.upload()();
  return { ...given, document: { params: { id: body.id as string } } };
};
type WithDocument = Awaited<ReturnType<typeof withDocument>>;

test('a download during the document’s deletion returns 404 or the whole file', () =>
  atOnce(
    withDocument,
    ({ as, document }) => as('GET /api/documents/{id}/download', document),
    ({ as, document }) => as('DELETE /api/documents/{id}', document),
    async ({ read, id }, [downloaded, deleted]) => {
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(downloaded.status);
      if (downloaded.status === 200) expect(String(downloaded.body)).toBe('whole');
      expect([await read('GET /api/clients/{id}/documents'), await objectsOf(id)]).toEqual([[], []]);
    },
  ));

describe('deleting a client', () => {
  const works: [string, (given: WithDocument) => Act][] = [
    ['the client uploads', ({ upload, own }) => upload(own)],
    ['the client adds a note to a task', ({ note }) => note],
    ['its adviser writes a message', ({ as }) => as('POST /api/clients/{id}/messages', { body: { content: 'Hello' } })],
    ['its adviser reads messages', ({ as }) => as('GET /api/clients/{id}/messages')],
    ['a stage is completed', ({ complete }) => complete('1')],
    ['its link is revealed', ({ as }) => as('GET /api/clients/{id}/token')],
    ['its document is downloaded', ({ as, document }) => as('GET /api/documents/{id}/download', document)],
    ['it is deleted again', ({ remove }) => remove],
  ];
  const nothingLeft = async ({ id }: RacedClient, { first, other: second }: { first: Answered; other: Answered }) => {
    for (const { status, body } of [first, second])
      expect([200, 201, 204, 401, 404, 409], JSON.stringify(body)).toContain(status);
    expect([await partitionOf(id), await objectsOf(id)]).toEqual([[], []]);
  };
  afterEach(async () => {
    const { stored, counted } = await clientCountsOf(adviser.id);
    expect(stored).toEqual(counted);
  });

  test.each(works)('leaves nothing behind while %s', async (_, work) => {
    await interleaved(withDocument, work, ({ remove }) => remove, nothingLeft);
  });

  test('leaves nothing behind while all of these happen', () =>
    interleaved(
      withDocument,
      ({ remove }) => remove,
      (given) => inTurn(...works.map(([, work]) => work(given))),
      nothingLeft,
    ));
});

test('reassigning a client while a task is created moves all its tasks to the new adviser’s list', () =>
  atOnce(
    setting,
    ({ as }) => as('PATCH /api/clients/{id}', { body: { adviserId: other.id } }, admin),
    ({ add }) => add('second'),
    async ({ id }, [moved, made]) => {
      expect(moved.status).toBe(200);
      expect([201, 404]).toContain(made.status);
      const open = made.status === 201 ? 2 : 1;
      const here = (list: { pk: string }[]) => list.filter(({ pk }) => pk === `CLIENT#${id}`).length;
      expect([here(await listOf(adviser.id)), here(await listOf(other.id))]).toEqual([0, open + 1]);
      await expectCounted(id);
    },
  ));
