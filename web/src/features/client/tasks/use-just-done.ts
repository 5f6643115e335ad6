import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Task } from '#shared/contract/tasks.ts';
import { anchorOf } from '#shared/rules/notices.ts';
import { notify, toasts } from '../../../lib/screen/notify.ts';
import { completeTask, TASK_UPDATED } from './queries.ts';

const FOLDING = { duration: 200, easing: 'ease-in-out' };

/** Folds the line of a task away that is still done; at once where people ask for no motion. */
async function foldAway(element: HTMLElement | null) {
  if (!element?.hasAttribute('data-done') || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.style.overflow = 'hidden';
  const from = { height: `${element.offsetHeight}px`, opacity: 1 };
  await element.animate([from, { height: 0, paddingBlock: 0, opacity: 0 }], FOLDING).finished;
}

const DIALOG = '[role=dialog], [role=alertdialog]';

/** Waits until neither the focus nor a dialog is on a line of the list. */
const leftAlone = (line: Element | null) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (line?.contains(document.activeElement) || document.querySelector(DIALOG)) return;
      document.removeEventListener('focusin', look);
      document.removeEventListener('click', look);
      resolve();
    };
    document.addEventListener('focusin', look);
    document.addEventListener('click', look);
    look();
  });

/** Waits until the toast on the screen is gone, or another is in its place. */
const toastGone = () =>
  new Promise<void>((resolve) => {
    const shown = toasts.shown();
    const unsubscribe = toasts.subscribe(() => {
      if (toasts.shown() === shown) return;
      unsubscribe();
      resolve();
    });
  });

/**
 * Completes a task at one press. Its toast offers to take that back, and as long as it does, or somebody is at it, the
 * task `kept` stays where it stood; then it folds away to the completed ones.
 */
export function useJustDone(clientId: string) {
  const [kept, keep] = useState<string>();
  const { mutateAsync } = useMutation(completeTask(clientId));
  const complete = useCallback(
    async ({ id, status }: Task) => {
      const letGo = () => keep((last) => (last === id ? undefined : last));
      const set = (to: Task['status']) => mutateAsync({ params: { id }, body: { status: to } });
      keep(id);
      await set('completed').catch((error: unknown) => {
        letGo();
        throw error;
      });
      notify({ ...TASK_UPDATED, action: { label: 'Undo', onClick: () => set(status).catch(() => undefined) } });
      const line = document.getElementById(anchorOf.tasks(id));
      void toastGone()
        .then(() => leftAlone(line))
        .then(() => foldAway(line))
        .then(letGo);
    },
    [mutateAsync],
  );
  return { kept, complete };
}
