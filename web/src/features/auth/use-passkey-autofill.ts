import { useEffect, useEffectEvent } from 'react';
import { offersPasskeys } from '../../lib/http/knows-passkeys.ts';
import { type Passkey, takeOfferedPasskey } from './queries.ts';

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'];
/** Less than the five minutes for which the server knows what it asked. */
const ASKS_AGAIN_AFTER_MS = 4 * 60_000;

/**
 * Has the browser offer passkeys in the field for the address, where it can, and gives the one that is chosen. Asked for when
 * somebody first touches the page, so that a page that nobody looks at asks nothing; not while `isBusy`, where the browser is asked
 * for a passkey already. Whatever goes wrong, one signs in another way.
 */
export function usePasskeyAutofill(onPasskey: (passkey: Passkey) => Promise<unknown>, isBusy: boolean) {
  const give = useEffectEvent(onPasskey);
  const busy = useEffectEvent(() => isBusy);
  useEffect(() => {
    const stop = new AbortController();
    let askedAt = 0;
    // Somebody may be signing in another way by now: a browser asks one question at a time, and this one must not end theirs.
    const isWanted = () => !busy() && !stop.signal.aborted;
    const ask = async () => {
      if (busy() || Date.now() - askedAt < ASKS_AGAIN_AFTER_MS) return;
      askedAt = Date.now();
      if (!(await offersPasskeys()) || !isWanted()) return;
      const passkey = await takeOfferedPasskey(isWanted);
      if (passkey && isWanted()) await give(passkey);
    };
    const onTouch = () => void ask().catch(() => undefined);
    for (const touch of TOUCHES) window.addEventListener(touch, onTouch, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, []);
}
