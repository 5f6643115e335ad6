import { useLayoutEffect, useRef } from 'react';
import { controlInUse } from './pressed.ts';

/** Returns the section, list or dialog around a control, to focus once the control is gone. */
export const focusHost = (element: Element) => element.closest<HTMLElement>('[tabindex="-1"]:not(li)');

/** Finds, once React has rendered the change, the nearest section or row title around an element, or the first section. */
export function leftAround(element: HTMLElement) {
  const around: (HTMLElement | null)[] = [];
  for (let at = element.parentElement; at && at.localName !== 'main'; at = at.parentElement)
    if (at.localName === 'details') around.push(at.querySelector('summary'));
    else if (focusHost(at) === at) around.push(at);
  return () =>
    around.find((place) => place?.isConnected) ?? document.querySelector<HTMLElement>('main [tabindex="-1"]');
}

/** Element to focus, or a function that finds it once React has rendered the change. */
type Next = HTMLElement | null | (() => HTMLElement | null | undefined);

const focus = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true });

/** A ref for a control that may be removed while in use: keyboard users then continue at `next`. */
export function useFocusFallback<E extends HTMLElement = HTMLButtonElement>(next: (element: E) => Next = focusHost) {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the focus goes does not change
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element || element !== controlInUse()) return;
      const found = next(element);
      if (typeof found === 'function') queueMicrotask(() => focus(found()));
      else focus(found);
    };
  }, []);
  return ref;
}
