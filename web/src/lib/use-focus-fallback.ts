import { useLayoutEffect, useRef } from 'react';

/** The section, list or dialog around something that takes the focus over where that is gone, most often with its line. */
export const focusHost = (element: Element) => element.closest<HTMLElement>('[tabindex="-1"]:not(li)');

/**
 * A ref for a button or link that may go while it has the focus: what `next` gives takes the focus over, so that the
 * keyboard stays near.
 */
export function useFocusFallback<E extends HTMLElement = HTMLButtonElement>(
  next: (element: E) => HTMLElement | null = focusHost,
) {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the focus goes does not change
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element && element === document.activeElement) next(element)?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
