import { beforeEach, describe, expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { query } from '#functions/aws/table.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import { type Noun, nounOf } from '#functions/domain/nouns.ts';
import { viewsOf } from '#functions/domain/views/view.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { clientPartition, newId } from '#functions/services/keys/keys.ts';
import { SENT_BY_LINK } from '#functions/services/limits.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import { IDEMPOTENCY_KEY, REPEATABLE } from '#shared/contract/repeatable.ts';
import { CALL_TESTS } from '../../calls/calls.ts';
import type { Answered, Caller, Sent } from '../../support/api.ts';
import { fileForm, newAdviser, newClient } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { mailsTo } from '../../support/mail.ts';
import { expectCounted, listOf, partitionOf } from '../../support/recount.ts';
import { callerOf, usualActor } from './actors.ts';
import { CALLS, EXAMPLES, makeWorld, type World } from './world.ts';

type Repeatable = (typeof REPEATABLE)[number];

const world = await makeWorld();
beforeEach(async () => {
  world.client = await newClient(world.owner);
});

const CREATED: readonly (Noun | undefined)[] = [
  'client',
  'document',
  'upload',
  'task',
  'request',
  'loa',
  'plan',
  'message',
  'view',
  'person',
  'entry',
];
const isWhole = (item: object) => !('uploading' in item) || isKept(item as DocumentItem);
const isBySystem = (item: object) => (item as AuditEntry).actorType === 'system';

/** Returns the keys of everything that the calls create for the owner and their client. */
async function things({ owner, client }: World): Promise<string[]> {
  const clients = (await listOf(owner.id)).filter(
    (row) => nounOf(row) === 'client' && row.pk !== clientPartition(client.id),
  );
  const items = [...(await partitionOf(client.id)), ...(await query(viewsOf(owner.id), '')), ...clients];
  const made = items.filter((item) => CREATED.includes(nounOf(item)) && isWhole(item) && !isBySystem(item));
  return made.map(({ pk, sk }) => `${pk} ${sk}`);
}

interface Attempt {
  here: World;
  sent: Sent;
  caller: Caller;
  before: string[];
}

/** Prepares an attempt with an idempotency key, in a world with a client of its own. */
async function attempt(name: Repeatable): Promise<Attempt> {
  const here = { ...world, client: await newClient(world.owner) };
  const caller = await callerOf(usualActor(api[name]), here);
  const sent = await EXAMPLES[name](here, caller);
  return { here, caller, sent: keyed(sent), before: await things(here) };
}

const keyed = (sent: Sent, key = newId()): Sent => ({ ...sent, headers: { [IDEMPOTENCY_KEY]: key } });

async function newThings({ here, before }: Attempt): Promise<string[]> {
  return (await things(here)).filter((key) => !before.includes(key));
}

const idsIn = ({ body }: Answered): string[] => [body].flat().map(({ id }) => id);
const act =
  (name: Repeatable, change: Partial<Sent> = {}) =>
  ({ caller, sent }: Attempt) =>
    calling(caller, name, { ...sent, ...change });

/** How many things and audit entries each call creates. */
const COUNTS: Record<Repeatable, number> = {
  'POST /api/clients': 1,
  'POST /api/views': 1,
  'POST /api/clients/{id}/people': 3,
  'POST /api/stages/{stageId}/plans': 2,
  'POST /api/clients/{id}/documents': 2,
  'POST /api/clients/{id}/uploads': 1,
  'POST /api/clients/{id}/loas': 2,
  'POST /api/clients/{id}/requests': 2,
  'POST /api/clients/{id}/factfind': 2,
  'POST /api/documents/{id}/sign-request': 2,
  'POST /api/clients/{id}/tasks': 2,
  'POST /api/clients/{id}/messages': 2,
  'POST /api/clients/{id}/stuck': 2,
};

/** Another body for each call. */
const OTHER: Record<Repeatable, object> = {
  'POST /api/clients': { name: 'Other' },
  'POST /api/views': { name: 'Other' },
  'POST /api/clients/{id}/people': { name: 'Other' },
  'POST /api/stages/{stageId}/plans': { planNumber: 'Other' },
  'POST /api/clients/{id}/documents': {},
  'POST /api/clients/{id}/uploads': { name: 'other.pdf' },
  'POST /api/clients/{id}/loas': { scope: 'servicing' },
  'POST /api/clients/{id}/requests': { dueDate: null },
  'POST /api/clients/{id}/factfind': { sections: ['family'] },
  'POST /api/documents/{id}/sign-request': { message: 'Other' },
  'POST /api/clients/{id}/tasks': { title: 'Other' },
  'POST /api/clients/{id}/messages': { content: 'Other' },
  'POST /api/clients/{id}/stuck': { text: 'Other' },
};
const changed = (name: Repeatable, { body, form }: Sent): Partial<Sent> =>
  form ? { form: fileForm('other', 'x.txt') } : { body: { ...(body as object), ...OTHER[name] } };

/** Calls that create without an idempotency key, with the reason. */
const WITHOUT_KEY: readonly CallName[] = [
  // A second account for the address is refused.
  'POST /api/auth/register',
  'POST /api/advisers/invitations',
  // A challenge can be used once.
  'POST /api/account/passkeys',
  // An accepted fact-find answers with its copy.
  'POST /api/clients/{id}/factfind/accept',
  // The id in the path already makes it repeatable.
  'POST /api/uploads/{id}/finish',
];

test('every call that creates something is repeatable', () => {
  const creating = CALLS.filter(([, { status }]) => status === 201).map(([name]) => name);
  expect(creating.sort()).toEqual([...REPEATABLE, ...WITHOUT_KEY].sort());
});

describe.each(REPEATABLE)('%s', (name) => {
  test('answers a repeat with what was created first, and creates nothing', async () => {
    const given = await attempt(name);
    const first = await act(name)(given)();
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const [calls, rounds] = CALL_TESTS[name].cost;
    expect({ calls: awsCalls.count, rounds: awsCalls.rounds }).toEqual({ calls: calls + 1, rounds });
    const made = await newThings(given);
    expect(made).toHaveLength(COUNTS[name]);
    const again = await act(name)(given)();
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    expect(await newThings(given)).toEqual(made);
  });

  test('creates one thing for two concurrent attempts', async () => {
    await interleaved(
      () => attempt(name),
      act(name),
      act(name),
      async (given, { first, other }) => {
        expect([first.status, other.status]).toEqual([201, 201]);
        expect(idsIn(other)).toEqual(idsIn(first));
        expect(await newThings(given)).toHaveLength(COUNTS[name]);
        await expectCounted(given.here.client.id);
      },
    );
  });

  test('creates one thing if it is killed at any step and repeated', async () => {
    const check = async (given: Attempt) => {
      expect(await newThings(given)).toHaveLength(COUNTS[name]);
      await expectCounted(given.here.client.id);
    };
    await killAtEveryCall(() => attempt(name), act(name), check, [201]);
  });

  test('refuses the same key with another body, and creates nothing', async () => {
    const given = await attempt(name);
    await act(name)(given)();
    const made = await newThings(given);
    const other = await act(name, changed(name, given.sent))(given)();
    expect({ status: other.status, message: other.body.message }).toEqual({
      status: 409,
      message: 'Something else was sent with this idempotency key. Please send this with a new one.',
    });
    expect(await newThings(given)).toEqual(made);
  });

  test('refuses a malformed key', async () => {
    const given = await attempt(name);
    const answer = await act(name, { headers: { [IDEMPOTENCY_KEY]: 'short' } })(given)();
    expect({ status: answer.status, fields: Object.keys(answer.body.fields) }).toEqual({
      status: 400,
      fields: [IDEMPOTENCY_KEY],
    });
    expect(await newThings(given)).toEqual([]);
  });
});

const BY_STAFF = REPEATABLE.filter((name) => api[name].allow.some((kind) => kind === 'admin'));
// A plan can be in one letter only, one fact-find is under way at a time, and a signature is asked for once.
const ONLY_ONE: readonly Repeatable[] = [
  'POST /api/clients/{id}/loas',
  'POST /api/clients/{id}/factfind',
  'POST /api/documents/{id}/sign-request',
];
test.each(BY_STAFF.filter((name) => !ONLY_ONE.includes(name)))(
  '%s by another sender with the same key creates their own thing',
  async (name) => {
    const given = await attempt(name);
    // Adding somebody a second time is refused, whoever does it.
    const sent =
      name === 'POST /api/clients/{id}/people' ? { ...given.sent, ...changed(name, given.sent) } : given.sent;
    const [mine, theirs] = [await act(name)(given)(), await calling(world.admin, name, sent)()];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(idsIn(theirs)).not.toEqual(idsIn(mine));
  },
);

describe('a repeat', () => {
  const task = (key: string) => ({ params: { id: world.client.id }, ...keyed({ body: { title: 'A task' } }, key) });

  test('creates another thing under another key', async () => {
    const { owner } = world;
    const send = () => owner.call('POST /api/clients/{id}/tasks', task(newId()));
    expect(idsIn(await send())).not.toEqual(idsIn(await send()));
  });

  test('answers with the thing as it is now', async () => {
    const { owner } = world;
    const sent = task(newId());
    const { id } = (await owner.call('POST /api/clients/{id}/tasks', sent)).body;
    await owner.call('PATCH /api/tasks/{id}', { params: { id }, body: { title: 'Renamed' } });
    expect((await owner.call('POST /api/clients/{id}/tasks', sent)).body).toMatchObject({ id, title: 'Renamed' });
  });

  test.each([
    ['POST /api/clients/{id}/tasks', 'DELETE /api/tasks/{id}'],
    ['POST /api/clients/{id}/documents', 'DELETE /api/documents/{id}'],
    ['POST /api/clients/{id}/requests', 'DELETE /api/requests/{id}'],
    ['POST /api/stages/{stageId}/plans', 'DELETE /api/plans/{id}'],
    ['POST /api/clients/{id}/uploads', 'DELETE /api/uploads/{id}'],
    ['POST /api/views', 'DELETE /api/views/{id}'],
    ['POST /api/clients', 'DELETE /api/clients/{id}'],
  ] as const)('of %s is refused once the thing was deleted', async (name, deletion) => {
    const given = await attempt(name);
    const [id = ''] = idsIn(await act(name)(given)());
    await given.caller.call(deletion, { params: { id } });
    const again = await act(name)(given)();
    expect({ status: again.status, message: again.body.message }).toEqual({
      status: 409,
      message: 'This was sent before, and was deleted since. Send it again if it is still needed.',
    });
  });

  test('is refused without access to the client', async () => {
    const { stranger, owner } = world;
    const sent = task(newId());
    await owner.call('POST /api/clients/{id}/tasks', sent);
    expect((await stranger.call('POST /api/clients/{id}/tasks', sent)).status).toBe(404);
  });

  test.each([
    ['POST /api/clients/{id}/messages', { body: { content: 'Hello' } }],
    ['POST /api/clients/{id}/documents', { form: fileForm('x', 'x.txt') }],
  ] as const)('of %s does not count against the limit of the portal link', async (name, content) => {
    const given = { ...(await attempt(name)), caller: await callerOf('own client', world) };
    const params = { id: world.client.id };
    const last = keyed({ params, ...content });
    for (let i = 1; i < SENT_BY_LINK.max; i += 1) await calling(given.caller, name, { params, ...content })();
    const send = calling(given.caller, name, last);
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect((await calling(given.caller, name, { params, ...content })()).status).toBe(429);
  });
});

describe('a repeated creation of a client', () => {
  const email = () => `${newId().toLowerCase()}@clients.example`;
  const creation = async (more: object = {}) => {
    const owner = await newAdviser();
    const sent = keyed({ body: { name: 'New', email: email(), ...more } });
    return { owner, sent, address: (sent.body as { email: string }).email };
  };

  test('answers the same token, and records one view of the link', async () => {
    const { owner, sent } = await creation();
    const first = await owner.call('POST /api/clients', sent);
    const again = await owner.call('POST /api/clients', sent);
    expect(again.body.token).toBe(first.body.token);
    const { body } = await owner.call('GET /api/clients/{id}/activity', { params: { id: first.body.id } });
    expect(body.filter(({ action }: { action: string }) => action === 'portal-link-revealed')).toHaveLength(1);
  });

  test('records that it reveals a link that was renewed since', async () => {
    const { owner, sent } = await creation();
    const { id, token } = (await owner.call('POST /api/clients', sent)).body;
    const renewed = await world.admin.call('POST /api/clients/{id}/token/regenerate', { params: { id } });
    const again = await owner.call('POST /api/clients', sent);
    expect(again.body.token).toBe(renewed.body.token);
    expect(again.body.token).not.toBe(token);
    const { body } = await owner.call('GET /api/clients/{id}/activity', { params: { id } });
    expect(body[0]).toMatchObject({ action: 'portal-link-revealed', actorId: owner.id });
  });

  test('is refused once the client was assigned to somebody else', async () => {
    const { owner, sent } = await creation();
    const { id } = (await owner.call('POST /api/clients', sent)).body;
    const body = { adviserId: world.owner.id };
    await world.admin.call('PATCH /api/clients/{id}', { params: { id }, body });
    expect((await owner.call('POST /api/clients', sent)).status).toBe(409);
  });

  test('emails the link once', async () => {
    const { owner, sent, address } = await creation({ emailLink: true });
    const send = calling(owner, 'POST /api/clients', sent);
    expect([(await send()).body.linkEmailed, (await send()).body.linkEmailed]).toEqual([true, true]);
    expect(await mailsTo(address, 1)).toHaveLength(1);
  });

  test('emails the link at most once if killed at any step, and says so if that is uncertain', async () => {
    const check = async ({ owner, sent, address }: Awaited<ReturnType<typeof creation>>) => {
      const { status, body } = await calling(owner, 'POST /api/clients', sent)();
      expect(status).toBe(201);
      const count = (await mailsTo(address, 0)).length;
      expect(count).toBeLessThanOrEqual(1);
      if (body.linkEmailed) expect(count).toBe(1);
    };
    await killAtEveryCall(
      () => creation({ emailLink: true }),
      ({ owner, sent }) => calling(owner, 'POST /api/clients', sent),
      check,
      [201],
    );
  });
});
