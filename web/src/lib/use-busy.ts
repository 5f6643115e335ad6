import { useState } from 'react';

/**
 * Runs one action at a time: `run` gives whether it went well and starts nothing while another is under way. What went
 * wrong is told by the action's own toast.
 */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const went = await action().then(
      () => true,
      () => false,
    );
    setBusy(false);
    return went;
  };
  return [busy, run] as const;
}
