import { describe, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
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
