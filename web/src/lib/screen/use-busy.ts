import { useRef, useState } from 'react';

/**
 * Runs one action at a time, however fast it is asked again: `run` gives whether it went well and starts nothing while
 * another is under way. What went wrong is told by the action itself.
 */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    const went = await action().then(
      () => true,
      () => false,
    );
    running.current = false;
    setBusy(false);
    return went;
  };
  return [busy, run] as const;
}
