import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAll, put } from '#functions/aws/table.ts';
import { FIRM_FIGURES, figuresOf } from '#functions/domain/figures/figure.ts';
import { figuresOfAll } from '#functions/domain/figures/recount.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Figures } from '#shared/contract/figures.ts';
import type { StuckClient } from '#shared/contract/stuck.ts';
import { monthsUntil } from '#shared/rules/time.ts';
import { quietSince } from '../../support/acts.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { disperse, manyAdvisers, manyClients } from '../../support/people/crowd.ts';
import { type Reads, readsOf } from '../../support/reads.ts';

/** Limits of a page, however large the firm. */
const MOST: Reads = { rounds: 3, items: 1100, units: 60, bytes: 1_000_000 };

const over = (reads: Reads) => Object.entries(reads).filter(([name, count]) => count > MOST[name as keyof Reads]);

const idsIn = (body: unknown) => (body as Client[]).map(({ id }) => id);

describe.each([50, 500, 3000, 50_000])('in a firm of %i clients', (size) => {
  test('an admin’s list is a page of the newest 1,000, and narrowed pages cost no more', async () => {
    const [admin, ann, bob] = [await demoAdmin(), await newAdviser(), await newAdviser()];
    const ofBob = await manyClients(bob, 1);
    const ids = await manyClients(ann, size - 1, (i) =>
      i % 10 === 3 ? { name: `Zoë Grün${size}`, status: 'urgent' } : {},
    );
    // The others are dated back from the first, which is the newest.
    const newest = [...ids.slice(0, 1), ...ofBob, ...ids.slice(1, 999)];
    const isLarge = size > 1000;
    const read = async (query: Record<string, string>) => {
      const { answer, reads } = await readsOf(admin, 'GET /api/clients', { query });
      expect(over(reads)).toEqual([]);
      return { ids: idsIn(answer.body), hasNext: answer.headers.has('link') };
    };
    const tenth = ids.slice(0, 999).filter((_, i) => i % 10 === 3);
    const named = ids.filter((_, i) => i % 10 === 3);
    expect(await read({})).toEqual({ ids: newest, hasNext: isLarge });
    expect(await read({ filter: 'urgent' })).toEqual({ ids: tenth, hasNext: isLarge });
    const found = await read({ q: `grun${size} zo` });
    expect(found).toEqual({ ids: named.filter((id) => found.ids.includes(id)), hasNext: named.length >= 40 });
    expect(found.ids).toHaveLength(Math.min(40, named.length));
    expect(await read({ adviser: bob.id })).toEqual({ ids: ofBob, hasNext: false });
    await disperse(ann, ids);
    await disperse(bob, ofBob);
  });
});

describe.each([50, 500, 3000])('for an adviser of %i clients', (size) => {
  test('Today and the stuck list are read in three rounds, Today only as far as it is due', async () => {
    const ann = await newAdviser();
    const ids = await manyClients(
      ann,
      size,
      () => ({}),
      async (id) => {
        const by = (name: CallName, body: object) => ann.call(name, { params: { id }, body });
        await by('POST /api/clients/{id}/tasks', {
          title: 'Write report',
          responsibility: 'adviser',
          dueDate: inDays(9),
        });
        await by('POST /api/clients/{id}/tasks', { title: 'Send passport' });
        await by('POST /api/clients/{id}/requests', { items: [{ title: 'Passport' }, { title: 'P60' }] });
        await lettersOf(ann, id).made('Aviva', { sent: { on: inDays(0), how: 'email' } });
      },
    );
    const [today, stuck] = [await readsOf(ann, 'GET /api/today'), await readsOf(ann, 'GET /api/insight/stuck')];
    expect([today.answer.body, stuck.answer.body]).toEqual([{ clients: [], more: 0 }, []]);
    expect([today.reads.rounds, stuck.reads.rounds].filter((rounds) => rounds > MOST.rounds)).toEqual([]);
    // The session, and rows of clients. Nothing else is due.
    expect(today.reads.items).toBe(size + 2);
    expect(stuck.reads.items).toBe(6 * size + 2);
    await disperse(ann, ids);
  });
});

test('the list of stuck clients ends at 1,000, and has those of each adviser', async () => {
  const [admin, ann, bob] = [await demoAdmin(), await newAdviser(), await newAdviser()];
  const quiet = (day: string) => (id: string) => quietSince({ id }, day);
  const most = await manyClients(ann, 1000, () => ({}), quiet(inDays(-60)));
  const [less] = await manyClients(bob, 1, () => ({}), quiet(inDays(-30)));
  const stuck = async (query = {}) => (await admin.call('GET /api/insight/stuck', { query })).body as StuckClient[];
  const all = await stuck();
  expect([all.length, new Set(all.map(({ adviserId }) => adviserId))]).toEqual([1000, new Set([ann.id])]);
  expect((await stuck({ adviser: bob.id })).map(({ clientId }) => clientId)).toEqual([less]);
  await disperse(ann, most);
});

/** Figures of the firm with every number of days in two years, which is the most that they can hold. */
function fullFigures() {
  const days = Array.from({ length: 121 }, (_, i) => i);
  const spans = [1, 2, 3, 4, 5, 6, 7, 'completed'] as const;
  const counted = monthsUntil(inDays(0), 24).flatMap((month) =>
    spans.flatMap((what) => days.map((number) => ({ adviserId: '', month, what, days: number }))),
  );
  return figuresOfAll(counted).filter(({ pk }) => pk === figuresOf(FIRM_FIGURES));
}

const COUNTED_AT = '2026-11-25T08:00:00.000Z';

describe('an admin of 200 advisers with 50,000 clients', () => {
  let admin: Person;
  let ann: Person;
  let ids: string[] = [];
  let leave: () => Promise<void>;
  const read = async (name: CallName, query: Record<string, string> = {}) => {
    const { answer, reads } = await readsOf(admin, name, { query });
    expect(over(reads)).toEqual([]);
    return answer;
  };
  beforeAll(async () => {
    [admin, ann] = [await demoAdmin(), await newAdviser()];
    leave = await manyAdvisers(199, 250, COUNTED_AT);
    ids = await manyClients(
      ann,
      250,
      () => ({}),
      async (id) => {
        const client = { params: { id } };
        await ann.call('POST /api/clients/{id}/tasks', { ...client, body: { title: 'Send passport' } });
        await ann.call('POST /api/clients/{id}/requests', { ...client, body: { items: [{ title: 'P60' }] } });
        await quietSince({ id }, inDays(-60));
      },
    );
    for (const item of fullFigures()) await put({ ...item });
  });
  afterAll(async () => {
    await disperse(ann, ids);
    await deleteAll(fullFigures());
    await leave();
  });

  test('Figures has the load of each adviser as of the last run, and none of a new one', async () => {
    const { people, peopleAt }: Figures = (await read('GET /api/insight', { months: '12' })).body;
    expect(peopleAt).toBe(COUNTED_AT);
    expect(people?.filter(({ active, stuck }) => active === 250 && stuck === 1)).toHaveLength(199);
    expect(people?.find(({ adviserId }) => adviserId === ann.id)).toMatchObject({ active: null, help: null });
  });

  test('Stuck lists the clients of one adviser, and refuses those of all', async () => {
    expect((await read('GET /api/insight/stuck', { adviser: ann.id })).body).toHaveLength(250);
    const { status, body } = await read('GET /api/insight/stuck');
    expect([status, body.fields]).toEqual([400, { adviser: 'Choose an adviser' }]);
  });

  test('Today lists what is their own, and refuses the whole firm', async () => {
    expect((await read('GET /api/today')).status).toBe(200);
    const { status, body } = await read('GET /api/today', { all: 'true' });
    expect([status, body.fields]).toEqual([400, { all: 'The firm has too many clients for one list' }]);
  });
});
