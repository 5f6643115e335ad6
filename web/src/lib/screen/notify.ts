/** Something that a toast lets one do. */
interface Action {
  label: string;
  onClick: () => void;
}

/** What a toast says. */
export interface Notice {
  title: string;
  description?: string;
  /** Why, after the description. */
  reason?: string;
  /** What one can do about it, and what else. */
  action?: Action;
  otherAction?: Action;
}

/** A toast on the screen. */
export interface Toast extends Notice {
  /** Differs from that of every other toast. */
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

/** Shows a toast, in place of the one before it (product 9). */
export function notify(notice: Notice, kind: Toast['kind'] = 'success') {
  last += 1;
  show({ ...notice, kind, id: last });
}

/** The toast on the screen, for the one place that draws it. */
export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => shown,
  dismiss: () => show(undefined),
};
