import { describe, expect, test } from 'vitest';
import type { CallName } from '#shared/contract/api.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { StuckClient } from '#shared/contract/insight.ts';
import { quietSince } from '../../support/acts.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { disperse, manyClients } from '../../support/people/crowd.ts';
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
    await manyClients(
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
  });
});

test('the list of stuck clients ends at 1,000, and has those of each adviser', async () => {
  const [admin, ann, bob] = [await demoAdmin(), await newAdviser(), await newAdviser()];
  const quiet = (day: string) => (id: string) => quietSince({ id }, day);
  await manyClients(ann, 1000, () => ({}), quiet(inDays(-60)));
  const [less] = await manyClients(bob, 1, () => ({}), quiet(inDays(-30)));
  const stuck = async (query = {}) => (await admin.call('GET /api/insight/stuck', { query })).body as StuckClient[];
  const all = await stuck();
  expect([all.length, new Set(all.map(({ adviserId }) => adviserId))]).toEqual([1000, new Set([ann.id])]);
  expect((await stuck({ adviser: bob.id })).map(({ clientId }) => clientId)).toEqual([less]);
});
