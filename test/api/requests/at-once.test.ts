import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { calling, expectCounted } from '../../support/acts.ts';
import type { Answered } from '../../support/api.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { type Act, atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { inTurn, type RacedClient, racedClient } from '../../support/faults/raced-client.ts';
import { clientCountOf, listOf, objectsOf, partitionOf } from '../../support/recount.ts';

// Runs concurrent changes of one client with a switch at every AWS call.

let admin: Person;
let adviser: Person;
let other: Person;
beforeAll(async () => {
  [admin, adviser, other] = await Promise.all([demoAdmin(), newAdviser(), newAdviser()]);
  await calling(admin, 'GET /api/auth/me')();
});

const setting = () => racedClient(adviser, admin);

type Check = (given: RacedClient, answers: [one: Answered, two: Answered]) => Promise<void>;
/** Plays two acts at any moment of each other; after each, the counters equal a recount and `lastUpdate` is not behind the audit log. */
function scene(title: string, one: (given: RacedClient) => Act, two: (given: RacedClient) => Act, check: Check): void {
  test(title, () =>
    atOnce(setting, one, two, async (given, answers) => {
      await check(given, answers);
      await expectCounted(given.id);
      const { status, body: client } = await given.as('GET /api/clients/{id}')();
      if (status === 404) return;
      const entries: ClientAuditEntry[] = await given.read('GET /api/clients/{id}/activity');
      // The tick may mail the client meanwhile; neither that nor a seen or new link is a change of the client.
      const newest = entries.find(({ action }) => action !== 'client-notified' && !action.startsWith('portal-link'));
      expect(client.lastUpdate >= (newest?.at ?? '')).toBe(true);
    }),
  );
}

scene(
  'complete and reopen: one final state, its time consistent',
  ({ as }) => as('PATCH /api/clients/{id}', { body: { completed: true } }),
  ({ as }) => as('PATCH /api/clients/{id}', { body: { completed: false } }),
  async ({ read }, answers) => {
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { completed, completedAt } = await read('GET /api/clients/{id}');
    expect(completedAt !== null).toBe(completed);
  },
);

test('one stage completed while the six others are: all are, each with its time and its line in the record', () =>
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

describe('each stage is whole, never half, where', () => {
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

  test('stages are completed during a reset', () =>
    interleaved(startedOnce, reset, ({ complete }) => inTurn(complete('2'), complete('1'), complete('1.4')), whole));

  test.each(['1', '2', '1.4'])('the journey is reset while %s is completed', async (number) => {
    await interleaved(startedOnce, ({ complete }) => complete(number), reset, whole);
  });
});

scene(
  'a task completed by adviser and client, each with a note: both are kept',
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
  'a task renamed, described and noted: nothing is lost',
  ({ set }) => inTurn(set({ title: 'New title' }), set({ description: 'described' })),
  ({ note }) => note,
  async ({ read }) => {
    const [task] = await read('GET /api/clients/{id}/tasks');
    expect(task).toMatchObject({ title: 'New title', description: 'described', clientNotes: 'noted' });
  },
);

describe('the counts and the adviser’s list follow a task that, amid all the others, is', () => {
  const acts: [string, (given: RacedClient) => Act][] = [
    ['moved to the other side', ({ set }) => set({ responsibility: 'adviser' })],
    ['completed', ({ set }) => set({ status: 'completed' })],
    ['started', ({ set }) => set({ status: 'in_progress' })],
    ['followed by another', ({ add }) => add('Check passport', { responsibility: 'adviser' })],
    ['deleted', ({ removeTask }) => removeTask],
  ];

  test.each(acts)('%s', async (_, one) => {
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

test('two regenerations of a link: one live token', async () => {
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
  'a link regenerated during an upload: the upload is whole or refused',
  ({ upload, own }) => upload(own),
  ({ renew }) => renew,
  async ({ id, read }, [uploaded]) => {
    expect([201, 401]).toContain(uploaded.status);
    const kept = uploaded.status === 201 ? 1 : 0;
    expect(await objectsOf(id)).toHaveLength(kept);
    expect(await read('GET /api/clients/{id}/documents')).toHaveLength(kept);
  },
);

test('a document deleted while it is downloaded: 404 or whole', async () => {
  const withDocument = async () => {
    const given = await setting();
    const { body } = await given.upload()();
    return { ...given, one: { params: { id: body.id as string } } };
  };
  type Given = Awaited<ReturnType<typeof withDocument>>;
  await atOnce(
    withDocument,
    ({ as, one }: Given) => as('GET /api/documents/{id}/download', one),
    ({ as, one }: Given) => as('DELETE /api/documents/{id}', one),
    async ({ read, id }, [downloaded, deleted]) => {
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(downloaded.status);
      if (downloaded.status === 200) expect(String(downloaded.body)).toBe('whole');
      expect([await read('GET /api/clients/{id}/documents'), await objectsOf(id)]).toEqual([[], []]);
    },
  );
});

describe('nothing is left of a client that is deleted while', () => {
  const works: [string, (given: RacedClient) => Act][] = [
    ['it uploads', ({ upload, own }) => upload(own)],
    ['it notes on a task', ({ note }) => note],
    ['its adviser writes', ({ as }) => as('POST /api/clients/{id}/messages', { body: { content: 'Hello' } })],
    ['its adviser reads messages', ({ as }) => as('GET /api/clients/{id}/messages')],
    ['a stage is completed', ({ complete }) => complete('1')],
    ['its link is looked at', ({ as }) => as('GET /api/clients/{id}/token')],
    ['it is deleted', ({ remove }) => remove],
  ];
  const withDocument = async () => {
    const given = await setting();
    await given.upload()();
    return given;
  };
  const nothingLeft = async ({ id }: RacedClient, { first, other: second }: { first: Answered; other: Answered }) => {
    for (const { status, body } of [first, second])
      expect([200, 201, 204, 401, 404, 409], JSON.stringify(body)).toContain(status);
    expect([await partitionOf(id), await objectsOf(id)]).toEqual([[], []]);
  };
  afterEach(async () => {
    const { stored, counted } = await clientCountOf(adviser.id);
    expect(stored).toBe(counted);
  });

  test.each(works)('%s', async (_, work) => {
    await interleaved(withDocument, work, ({ remove }) => remove, nothingLeft);
  });

  test('all of it happens', () =>
    interleaved(
      withDocument,
      ({ remove }) => remove,
      (given) => inTurn(...works.map(([, work]) => work(given))),
      nothingLeft,
    ));
});

test('a client reassigned while a task is made: it stands in the new adviser’s list, the old one gets 404', () =>
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
