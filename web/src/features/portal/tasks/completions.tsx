import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { reasonOf } from '../../../lib/http/failure.ts';
import { inTab } from '../../../lib/storage/storage.ts';
import { useAccess } from '../access.ts';
import { completeTask } from '../queries.ts';

/** State of a task that the client marked complete in this visit. */
type Completion =
  /** Shown as done, but not sent yet, so it can be undone. `offline` waits for the connection. */
  | { kind: 'held' }
  | { kind: 'offline' }
  | { kind: 'sent' }
  | { kind: 'done' }
  | { kind: 'refused'; reason: string | undefined };

interface Options {
  /** Sends a completion; `isLeaving` is set if the page may close before the answer. */
  send: (id: string, isLeaving: boolean) => Promise<unknown>;
  /** Keeps the ids of unsent completions, so that a reload sends them. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  isOnline: () => boolean;
}

/** Time to undo a completion, in milliseconds. */
export const HOLD_MS = 10_000;
const KEY = 'completions';

/**
 * Delays completions by 10 s, because the server lets no client undo one. `subscribe` and `all` fit
 * `useSyncExternalStore`.
 */
export function heldCompletions({ send, storage, isOnline }: Options) {
  let all: ReadonlyMap<string, Completion> = new Map();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const show = (id: string, completion: Completion | undefined) => {
    const next = new Map(all);
    if (completion) next.set(id, completion);
    else next.delete(id);
    all = next;
    for (const listener of listeners) listener();
  };

  const kept = (): string[] => (storage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  const keep = (ids: readonly string[]) =>
    ids.length > 0 ? storage.setItem(KEY, ids.join(' ')) : storage.removeItem(KEY);
  const isOffline = (id: string) => all.get(id)?.kind === 'offline';
  const forget = (id: string) => keep(kept().filter((other) => other !== id));

  const sendNow = (id: string, isLeaving: boolean) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (!isOnline()) return show(id, { kind: 'offline' });
    show(id, { kind: 'sent' });
    send(id, isLeaving).then(
      () => {
        forget(id);
        show(id, { kind: 'done' });
      },
      (error: unknown) => {
        if (!isOnline()) return show(id, { kind: 'offline' });
        forget(id);
        show(id, { kind: 'refused', reason: reasonOf(error) });
      },
    );
  };

  return {
    all: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Marks a task complete, to be sent after 10 s. */
    hold: (id: string) => {
      if (timers.has(id) || isOffline(id)) return;
      keep([...kept(), id]);
      if (!isOnline()) return show(id, { kind: 'offline' });
      show(id, { kind: 'held' });
      timers.set(
        id,
        setTimeout(() => sendNow(id, false), HOLD_MS),
      );
    },
    /** Undoes a completion that was not sent yet. */
    undo: (id: string) => {
      if (!timers.has(id) && !isOffline(id)) return;
      clearTimeout(timers.get(id));
      timers.delete(id);
      forget(id);
      show(id, undefined);
    },
    /** Sends completions that waited for the connection. */
    reconnect: () => {
      for (const id of [...all.keys()].filter(isOffline)) sendNow(id, false);
    },
    /** Sends all delayed completions immediately, as the page is being left. */
    flush: () => {
      for (const id of [...timers.keys()]) sendNow(id, true);
    },
    /** Sends completions left by an earlier visit, if the client's tasks are still open. */
    resume: (tasks: readonly { id: string; status: string }[]) => {
      for (const { id, status } of tasks.filter(({ id }) => kept().includes(id) && !timers.has(id))) {
        if (status === 'completed') forget(id);
        else sendNow(id, false);
      }
    },
  };
}

// If storage is blocked, only completions left by a reload are lost.
const TAB: Parameters<typeof heldCompletions>[0]['storage'] = {
  getItem: (key) => inTab((storage) => storage.getItem(key)) ?? null,
  setItem: (key, text) => inTab((storage) => storage.setItem(key, text)),
  removeItem: (key) => inTab((storage) => storage.removeItem(key)),
};

interface Completions {
  all: ReadonlyMap<string, Completion>;
  complete: (id: string) => void;
  undo: (id: string) => void;
}

const CompletionsContext = createContext<Completions | undefined>(undefined);

/** Returns the completions of this visit. Throws outside of an open portal. */
export function useCompletions(): Completions {
  const completions = use(CompletionsContext);
  if (!completions) throw new Error('No portal is open');
  return completions;
}

/** Returns true if a task shows as done before the server has confirmed it. */
const isAhead = (completion: Completion | undefined) =>
  completion !== undefined && ['held', 'offline', 'sent'].includes(completion.kind);

/** Returns the client's tasks, with completions of this visit applied optimistically. */
export function useTasks(): ClientTask[] {
  const { tasks } = useAccess().portal;
  const { all } = useCompletions();
  return tasks.map((task) => (isAhead(all.get(task.id)) ? { ...task, status: 'completed' } : task));
}

/** Holds the completions of an open portal; sends them when the page is hidden or left. */
export function CompletionsProvider({ children }: { children: ReactNode }) {
  const { token, portal } = useAccess();
  const { mutateAsync } = useMutation(completeTask);
  const [held] = useState(() =>
    heldCompletions({
      send: (id, keepalive) => mutateAsync({ params: { id }, body: { status: 'completed' }, token, keepalive }),
      storage: TAB,
      isOnline: () => navigator.onLine,
    }),
  );
  const all = useSyncExternalStore(held.subscribe, held.all);
  const resume = useEffectEvent(() => token && held.resume(portal.tasks));
  useEffect(() => {
    resume();
    const left = new AbortController();
    const onHide = () => document.visibilityState === 'hidden' && held.flush();
    document.addEventListener('visibilitychange', onHide, left);
    window.addEventListener('pagehide', held.flush, left);
    window.addEventListener('online', held.reconnect, left);
    return () => {
      left.abort();
      held.flush();
    };
  }, [held]);
  return <CompletionsContext value={{ all, complete: held.hold, undo: held.undo }}>{children}</CompletionsContext>;
}
