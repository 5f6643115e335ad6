import { useState } from 'react';

/**
 * Returns the version that the user saw when the dialog opened, so that a decision about something else is refused.
 * After a refusal (`isRefused`) it returns the current version, which the page shows by then.
 */
export function useSeenVersion(current: number, { open, isRefused }: { open: boolean; isRefused: boolean }): number {
  const [seen, setSeen] = useState(current);
  if (!open && seen !== current) setSeen(current);
  return isRefused ? current : seen;
}
