import { useRef, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { reasonOf } from '../../../lib/http/failure.ts';
import { readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import type { Change } from '../../../parts/refreshes.ts';
import type { ClientAction } from './jobs.tsx';

/** Progress of a job for one client. `why` is the reason if it failed or changed nothing. */
export interface Line {
  client: Client;
  state: 'waiting' | 'running' | 'done' | 'unchanged' | 'failed';
  why?: string;
  undo?: () => Promise<unknown>;
}

/** Maximum concurrent requests: fast, but leaves capacity to other users. */
export const MAX_CONCURRENT = 4;
const WHY = 'It could not be done. Please try again.';

/** Runs an action on many clients, a few at a time, and tracks each. Refetches stale data once, at the end. */
export function useBatch(call: Change) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  const setLine = (id: string, now: Omit<Line, 'client'>) =>
    setLines((before) => before.map((line) => (line.client.id === id ? { client: line.client, ...now } : line)));

  /** Runs the action for these clients and keeps the lines of all others. Returns true if none is left. */
  const run = async (clients: readonly Client[], action: ClientAction) => {
    const ids = new Set(clients.map(({ id }) => id));
    isStopped.current = false;
    setRunning(true);
    setLines((before) => [
      ...clients.map((client): Line => ({ client, state: 'waiting' })),
      ...before.filter(({ client }) => !ids.has(client.id)),
    ]);
    const outcomes = new Map<string, Awaited<ReturnType<ClientAction>>>();
    const runOne = async (client: Client) => outcomes.set(client.id, await action(client));
    const failed = await runEach(clients, runOne, {
      atOnce: MAX_CONCURRENT,
      isStopped: () => isStopped.current,
      onState: ({ id }, state) => {
        const outcome = outcomes.get(id);
        if (state.is === 'failed') setLine(id, { state: 'failed', why: reasonOf(state.error) ?? WHY });
        else if (typeof outcome === 'string') setLine(id, { state: 'unchanged', why: outcome });
        else if (state.is !== 'waiting') setLine(id, { state: state.is, undo: outcome });
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
