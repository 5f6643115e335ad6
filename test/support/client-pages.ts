import { expect } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import type { Caller } from './api.ts';

export const listClients = async (caller: Caller, query: Record<string, string> = {}) =>
  caller.call('GET /api/clients', { query });
export const idsOf = (clients: Client[]) => clients.map(({ id }) => id);

/** Follows the list for at most `atMost` pages; `meanwhile` runs after each. */
export async function walkClients(
  caller: Caller,
  query: Record<string, string>,
  meanwhile = async () => {},
  atMost = 99,
): Promise<string[]> {
  const found: string[] = [];
  let pages = 0;
  for (let search: string | undefined = `${new URLSearchParams(query)}`; search; ) {
    const answer = await caller.call(`GET /api/clients?${search}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.length).toBeLessThanOrEqual(Number(query.limit));
    found.push(...idsOf(answer.body));
    search = /^<\/api\/clients\?([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    await meanwhile();
    pages += 1;
    if (pages === atMost) break;
  }
  return found;
}
