/** What a toast says. */
export interface Notice {
  title: string;
  description?: string;
  /** Why, after the description. */
  reason?: string;
  /** What one can do about it. */
  action?: { label: string; onClick: () => void };
}

/** A toast that is to be shown; a new object for each one. */
export interface Toast extends Notice {
  kind: 'success' | 'error';
}

const listeners = new Set<() => void>();
let latest: Toast | undefined;

/** Shows a toast, in place of the one before it (product 9). */
export function notify(notice: Notice, kind: Toast['kind'] = 'success') {
  latest = { ...notice, kind };
  for (const listener of listeners) listener();
}

/** The latest toast, for the one place that shows them. */
export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  latest: () => latest,
};
