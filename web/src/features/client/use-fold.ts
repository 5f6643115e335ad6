import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Whether something that folds is open, and what opens and closes it: undefined until somebody does so, or until the address
 * leads to something inside, which has one of these ids. Whoever follows the same link again finds it open again.
 */
export function useFold(ids: readonly string[]) {
  const [open, setOpen] = useState<boolean>();
  const [led, setLed] = useState<string>();
  const { hash, key } = useLocation();
  const arrival = ids.some((id) => hash === `#${id}`) ? key : undefined;
  if (arrival !== led) {
    setLed(arrival);
    if (arrival) setOpen(true);
  }
  return [open, setOpen] as const;
}
