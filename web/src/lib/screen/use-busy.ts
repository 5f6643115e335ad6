import { useRef, useState } from 'react';

/**
 * Runs one action at a time. `run` returns true if it succeeded, and false if it failed or another was running.
 * Failures are reported by the action itself.
 */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    const succeeded = await action().then(
      () => true,
      () => false,
    );
    running.current = false;
    setBusy(false);
    return succeeded;
  };
  return [busy, run] as const;
}
