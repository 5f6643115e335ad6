import { equal } from 'node:assert/strict';
import { siteOrigin } from '../support/stack.ts';

const post = (path: string, body?: object) =>
  fetch(`${siteOrigin()}${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });

/** Sets the stack's clock, which runs on from there; `null` restores real time. */
export async function setClock(at: string | null): Promise<void> {
  equal((await post('/__clock', { at })).status, 204);
}

export async function runTick(): Promise<void> {
  const answer = await post('/__run/tick');
  equal(answer.status, 204, await answer.text());
}
