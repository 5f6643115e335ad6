import { useRef, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { reasonOf } from '../../../lib/http/failure.ts';
import { readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import type { Change } from '../../../parts/refreshes.ts';
import type { ClientAction } from './jobs.tsx';

/** Progress of a job for one client. `why` is the reason if it failed or changed nothing. */
export interface BatchItem {
  client: Client;
  state: 'waiting' | 'running' | 'done' | 'unchanged' | 'failed';
  why?: string;
  undo?: () => Promise<unknown>;
}

const WHY = 'Something went wrong. Please try again.';

/** Runs an action on many clients, a few at a time, and tracks each. Refetches stale data once, at the end. */
export function useBatch(call: Change) {
  const [items, setItems] = useState<readonly BatchItem[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  const setItem = (id: string, now: Omit<BatchItem, 'client'>) =>
    setItems((before) => before.map((item) => (item.client.id === id ? { client: item.client, ...now } : item)));

  /** Runs the action for these clients and keeps the lines of all others. Returns true if none is left. */
  const run = async (clients: readonly Client[], action: ClientAction) => {
    const ids = new Set(clients.map(({ id }) => id));
    isStopped.current = false;
    setRunning(true);
    setItems((before) => [
      ...clients.map((client): BatchItem => ({ client, state: 'waiting' })),
      ...before.filter(({ client }) => !ids.has(client.id)),
    ]);
    const outcomes = new Map<string, Awaited<ReturnType<ClientAction>>>();
    const runOne = async (client: Client) => outcomes.set(client.id, await action(client));
    const failed = await runEach(clients, runOne, {
      isStopped: () => isStopped.current,
      onState: ({ id }, state) => {
        const outcome = outcomes.get(id);
        if (state.status === 'failed') setItem(id, { state: 'failed', why: reasonOf(state.error) ?? WHY });
        else if (typeof outcome === 'string') setItem(id, { state: 'unchanged', why: outcome });
        else if (state.status !== 'waiting') setItem(id, { state: state.status, undo: outcome });
      },
    });
    setRunning(false);
    await readAfterMany(call);
    return failed.length === 0 && outcomes.size === clients.length;
  };

  const stop = () => {
    isStopped.current = true;
  };

  return { lines: items, isRunning, run, stop };
}
