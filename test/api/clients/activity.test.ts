import { expect, test } from 'vitest';
import type { Activity } from '#shared/contract/messages.ts';
import { newAdviser, newClient } from '../../support/builders.ts';
import { recordsFor } from '../../support/people/crowd.ts';

// A client's record comes in pages: the newest 100 lines, and by Link what is older (contract, Activity).

const nextOf = (headers: Headers) =>
  /^<\/api\/clients\/[\w-]+\/activity\?limit=100&cursor=([\w-]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

test('every line is on one page, the newest first', async () => {
  const adviser = await newAdviser();
  const client = await newClient(adviser);
  const steps = Array.from({ length: 203 }, (_, i) => `Step ${i + 1}`);
  await recordsFor(adviser, client.id, steps);
  const told = steps.map((title) => `Deleted the task “${title}”`);
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await adviser.call('GET /api/clients/{id}/activity', {
      params: { id: client.id },
      ...(cursor && { query: { cursor } }),
    });
    pages.push(body.map(({ summary }: Activity) => summary));
    cursor = nextOf(headers);
  } while (cursor);
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 5]);
  expect(pages.flat()).toEqual([...told.toReversed(), 'Viewed the portal link', 'Added the client']);
});
