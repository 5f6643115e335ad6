import type { NavigateFunction } from 'react-router';

interface Action {
  label: string;
  onClick: (navigate: NavigateFunction) => void;
}

export interface ToastContent {
  title: string;
  description?: string;
  /** Set for a description that may be cut to one line, as a button copies it. */
  isFolded?: boolean;
  /** Sentence after the description, such as the cause of a failure. */
  detail?: string;
  action?: Action;
  otherAction?: Action;
}

export interface Toast extends ToastContent {
  id: number;
  kind: 'success' | 'error';
}

const listeners = new Set<() => void>();
let shown: Toast | undefined;
let last = 0;

function show(toast: Toast | undefined) {
  shown = toast;
  for (const listener of listeners) listener();
}

export function notify(notice: ToastContent, kind: Toast['kind'] = 'success') {
  last += 1;
  show({ ...notice, kind, id: last });
}

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => shown,
  dismiss: () => show(undefined),
};
