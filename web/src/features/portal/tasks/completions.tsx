import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { reasonOf } from '../../../lib/http/failure.ts';
import { keep, onKeptElsewhere, readKept } from '../../../lib/storage/storage.ts';
import { useAccess, usePersonId } from '../access.ts';
import { completeOwnTask, rereadJourney } from '../queries.ts';

/** State of a task that the client marked complete in this visit. */
type Completion =
  /** Shown as done, but not sent yet, so it can be undone. */
  | { kind: 'held' }
  /** Waits for the connection. `outlivesPage` if a later visit would send it. */
  | { kind: 'offline'; outlivesPage: boolean }
  | { kind: 'sent' }
  | { kind: 'done' }
  | { kind: 'refused'; reason: string | undefined };

interface Options {
  /** Sends a completion; `isLeaving` is set if the page may close before the answer. */
  send: (id: string, isLeaving: boolean) => Promise<unknown>;
  /** Keeps unsent completions for all tabs and later visits. `write` returns true if they outlive the page. */
  storage: { read: () => string | null; write: (text: string) => boolean };
  isOnline: () => boolean;
  /** Refetches the tasks after another tab sent a completion. */
  onSentElsewhere: () => Promise<unknown>;
}

/** Time to undo a completion, in milliseconds. */
export const HOLD_MS = 10_000;
/** Stored instead of the time at which a completion is due, from when it is sent. */
const SENDING = 0;

/**
 * Delays completions by 10 s, because the server lets no client undo one. `subscribe` and `all` fit
 * `useSyncExternalStore`.
 */
export function heldCompletions({ send, storage, isOnline, onSentElsewhere }: Options) {
  let all: ReadonlyMap<string, Completion> = new Map();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Completions that this page is sending. */
  const sending = new Set<string>();
  const listeners = new Set<() => void>();

  const show = (id: string, completion: Completion | undefined) => {
    const next = new Map(all);
    if (completion) next.set(id, completion);
    else next.delete(id);
    all = next;
    for (const listener of listeners) listener();
  };

  /** Returns when each unsent completion is due, by task. */
  const kept = () =>
    new Map(
      (storage.read() ?? '')
        .split(' ')
        .filter(Boolean)
        .map((pair) => pair.split('='))
        .map(([id = '', due]) => [id, Number(due)] as const),
    );
  const write = (dues: ReadonlyMap<string, number>) =>
    storage.write([...dues].map(([id, due]) => `${id}=${due}`).join(' '));
  const keep = (id: string, due: number) => write(kept().set(id, due));
  const forget = (id: string) => {
    const dues = kept();
    if (dues.delete(id)) write(dues);
  };
  const stop = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const kindOf = (id: string) => all.get(id)?.kind;
  const isOffline = (id: string) => kindOf(id) === 'offline';
  const isUnsent = (id: string) => timers.has(id) || isOffline(id);
  const showOffline = (id: string, due: number) => show(id, { kind: 'offline', outlivesPage: keep(id, due) });

  const refused = (id: string, error: unknown) => {
    if (!isOnline()) return showOffline(id, Date.now());
    // The link or device has to be confirmed first. The next visit sends it.
    if (error instanceof ApiError && error.status === 401) return show(id, undefined);
    forget(id);
    show(id, { kind: 'refused', reason: reasonOf(error) });
  };
  const sendNow = (id: string, isLeaving: boolean) => {
    stop(id);
    if (!isOnline()) return showOffline(id, Date.now());
    show(id, { kind: 'sent' });
    keep(id, SENDING);
    sending.add(id);
    send(id, isLeaving)
      .then(
        () => {
          forget(id);
          show(id, { kind: 'done' });
        },
        (error: unknown) => refused(id, error),
      )
      .finally(() => sending.delete(id));
  };
  /** Sends a completion, unless another tab sends it or undid it meanwhile. */
  const sendOnce = (id: string) => {
    const due = kept().get(id);
    if (due === undefined || due === SENDING) sync();
    else sendNow(id, false);
  };
  const hold = (id: string, due: number) => {
    if (!isOnline()) return showOffline(id, due);
    show(id, { kind: 'held' });
    timers.set(
      id,
      setTimeout(() => sendOnce(id), due - Date.now()),
    );
  };

  const isGoneElsewhere = (id: string) => {
    stop(id);
    const wasSent = kindOf(id) === 'sent';
    if (!wasSent) show(id, undefined);
    if (!isOnline()) return;
    onSentElsewhere().then(
      () => wasSent && show(id, { kind: 'done' }),
      () => undefined,
    );
  };
  /** Takes over what other tabs held, sent or undid. */
  function sync() {
    const dues = kept();
    for (const [id, { kind }] of all) {
      const isOpen = isUnsent(id) || kind === 'sent';
      if (isOpen && !dues.has(id) && !sending.has(id)) isGoneElsewhere(id);
    }
    for (const [id, due] of dues) {
      if (sending.has(id) || kindOf(id) === 'sent') continue;
      if (due === SENDING) {
        stop(id);
        show(id, { kind: 'sent' });
      } else if (!isUnsent(id)) hold(id, due);
    }
  }

  return {
    all: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Marks a task complete, to be sent after 10 s. */
    hold: (id: string) => {
      if (isUnsent(id)) return;
      const due = Date.now() + HOLD_MS;
      keep(id, due);
      hold(id, due);
    },
    /** Undoes a completion that was not sent yet, in all tabs. */
    undo: (id: string) => {
      if (!isUnsent(id)) return;
      stop(id);
      forget(id);
      show(id, undefined);
    },
    /** Sends completions that waited for the connection. */
    reconnect: () => {
      for (const id of [...all.keys()].filter(isOffline)) sendOnce(id);
    },
    /** Sends all delayed completions immediately, as the page is being left. */
    flush: () => {
      for (const id of [...timers.keys()]) sendNow(id, true);
    },
    sync,
    /** Sends completions left by an earlier visit, if the client's tasks are still open. Refuses those of deleted tasks. */
    resume: (tasks: readonly { id: string; status: string }[]) => {
      for (const [id, due] of kept()) {
        if (isUnsent(id) || sending.has(id)) continue;
        const task = tasks.find((one) => one.id === id);
        if (!task || task.status === 'completed') forget(id);
        else if (due > Date.now()) hold(id, due);
        else sendNow(id, false);
        if (!task) show(id, { kind: 'refused', reason: undefined });
      }
    },
  };
}

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
export function usePortalTasks(): ClientTask[] {
  const { tasks } = useAccess().portal;
  const { all } = useCompletions();
  return tasks.map((task) => (isAhead(all.get(task.id)) ? { ...task, status: 'completed' } : task));
}

/** Holds the completions of an open portal; sends them when the page is hidden or left. */
export function CompletionsProvider({ children }: { children: ReactNode }) {
  const { token, portal } = useAccess();
  const { mutateAsync } = useMutation(completeOwnTask(portal.adviser.name));
  const key = `completions/${usePersonId()}`;
  const [held] = useState(() =>
    heldCompletions({
      send: (id, keepalive) => mutateAsync({ params: { id }, body: { status: 'completed' }, token, keepalive }),
      storage: { read: () => readKept(key), write: (text) => keep(key, text) },
      isOnline: () => navigator.onLine,
      onSentElsewhere: rereadJourney,
    }),
  );
  const all = useSyncExternalStore(held.subscribe, held.all);
  const resume = useEffectEvent(() => token && held.resume(portal.tasks));
  useEffect(() => {
    resume();
    const left = new AbortController();
    const stop = token ? onKeptElsewhere(key, held.sync) : undefined;
    const onHide = () => document.visibilityState === 'hidden' && held.flush();
    document.addEventListener('visibilitychange', onHide, left);
    window.addEventListener('pagehide', held.flush, left);
    window.addEventListener('online', held.reconnect, left);
    return () => {
      left.abort();
      stop?.();
      held.flush();
    };
  }, [held, key, token]);
  return <CompletionsContext value={{ all, complete: held.hold, undo: held.undo }}>{children}</CompletionsContext>;
}
