import { useRef, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { reasonOf } from '../../../lib/http/failure.ts';
import { readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import type { Change } from '../../../parts/refreshes.ts';
import type { Deed } from './jobs.tsx';

/** Progress of a job with one client; `why` says why it failed or changed nothing. */
export interface Line {
  client: Client;
  state: 'waiting' | 'running' | 'done' | 'unchanged' | 'failed';
  why?: string;
  undo?: () => Promise<unknown>;
}

/** Most calls at once: enough to be quick, few enough to leave the others their turn. */
export const AT_ONCE = 4;
const WHY = 'It could not be done. Please try again.';

/** Does something to many clients, a few at a time, and tells of each; what it made stale is read anew once, at the end. */
export function useBatch(call: Change) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  const tell = (id: string, now: Omit<Line, 'client'>) =>
    setLines((before) => before.map((line) => (line.client.id === id ? { client: line.client, ...now } : line)));

  /** Does it to all of these; lines of others that are done stay. Gives whether none is left. */
  const run = async (clients: readonly Client[], deed: Deed) => {
    const ids = new Set(clients.map(({ id }) => id));
    isStopped.current = false;
    setRunning(true);
    setLines((before) => [
      ...clients.map((client): Line => ({ client, state: 'waiting' })),
      ...before.filter(({ client }) => !ids.has(client.id)),
    ]);
    const outcomes = new Map<string, Awaited<ReturnType<Deed>>>();
    const doOne = async (client: Client) => outcomes.set(client.id, await deed(client));
    const failed = await runEach(clients, doOne, {
      atOnce: AT_ONCE,
      isStopped: () => isStopped.current,
      onState: ({ id }, state) => {
        const outcome = outcomes.get(id);
        if (state.is === 'failed') tell(id, { state: 'failed', why: reasonOf(state.error) ?? WHY });
        else if (typeof outcome === 'string') tell(id, { state: 'unchanged', why: outcome });
        else if (state.is !== 'waiting') tell(id, { state: state.is, undo: outcome });
      },
    });
    setRunning(false);
    await readAfterMany(call);
    return failed.length === 0 && outcomes.size === clients.length;
  };

  const stop = () => {
    isStopped.current = true;
  };

  return { lines, isRunning, run, stop };
}
