import { useLayoutEffect, useRef } from 'react';
import { controlInUse } from './pressed.ts';

/** Returns the section, list or dialog around a control, to focus once the control is gone. */
export const focusHost = (element: Element) => element.closest<HTMLElement>('[tabindex="-1"]:not(li)');

/** A ref for a control that may be removed while in use: keyboard users then continue at `next`. */
export function useFocusFallback<E extends HTMLElement = HTMLButtonElement>(
  next: (element: E) => HTMLElement | null = focusHost,
) {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the focus goes does not change
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element && element === controlInUse()) next(element)?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
