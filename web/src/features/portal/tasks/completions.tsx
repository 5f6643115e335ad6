import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { inTab } from '../../../lib/storage/storage.ts';
import { useAccess } from '../access.ts';
import { completeTask } from '../queries.ts';
import { type Completion, heldCompletions } from './held-completions.ts';

// Where storage is blocked what is held back is only not sent after a reload.
const TAB: Parameters<typeof heldCompletions>[0]['storage'] = {
  getItem: (key) => inTab((storage) => storage.getItem(key)) ?? null,
  setItem: (key, text) => inTab((storage) => storage.setItem(key, text)),
  removeItem: (key) => inTab((storage) => storage.removeItem(key)),
};

interface Completions {
  /** What the client marked complete in this visit, by the task's id. */
  all: ReadonlyMap<string, Completion>;
  complete: (id: string) => void;
  undo: (id: string) => void;
}

const CompletionsContext = createContext<Completions | undefined>(undefined);

/** Completions of this visit. Throws outside of an open portal. */
export function useCompletions(): Completions {
  const completions = use(CompletionsContext);
  if (!completions) throw new Error('No portal is open');
  return completions;
}

/** Whether a task shows as done though the server may not know yet. */
const isAhead = (completion: Completion | undefined) =>
  completion !== undefined && ['held', 'offline', 'sent'].includes(completion.kind);

/** The client's tasks as they are shown: what was marked complete here is done at once. */
export function useTasks(): ClientTask[] {
  const { tasks } = useAccess().portal;
  const { all } = useCompletions();
  return tasks.map((task) => (isAhead(all.get(task.id)) ? { ...task, status: 'completed' } : task));
}

/** Holds the completions of an open portal, and sends them when the page is hidden or left. */
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
