import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Follows what the keyboard leaves of the screen, which `dvh` does not know of in every browser. */
function followKeyboard({ style }: HTMLElement, signal: AbortSignal) {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const follow = () => {
    // Who zooms in has a smaller part of the same screen.
    if (visualViewport.scale > 1) return;
    style.setProperty('--view-height', `${visualViewport.height}px`);
    style.setProperty('--view-top', `${visualViewport.offsetTop}px`);
  };
  visualViewport.addEventListener('resize', follow, { signal });
  visualViewport.addEventListener('scroll', follow, { signal });
  follow();
}

/**
 * While a part of the page fills the screen: its title has the focus, the page behind it stays where it is, and afterwards
 * what had the focus has it again.
 */
export function useFullScreen(part: RefObject<HTMLElement | null>, isFull: boolean) {
  const from = useRef<Element | null>(null);
  // Before the browser takes the focus off what is out of sight.
  useLayoutEffect(() => {
    if (isFull) from.current = document.activeElement;
  }, [isFull]);
  useEffect(() => {
    const title = part.current?.querySelector('h2');
    if (isFull) return title?.focus({ preventScroll: true });
    const back = from.current instanceof HTMLElement && from.current !== document.body ? from.current : title;
    if (from.current) back?.focus({ preventScroll: true });
    from.current = null;
  }, [part, isFull]);
  useEffect(() => {
    if (!isFull || !part.current) return;
    const left = new AbortController();
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    followKeyboard(part.current, left.signal);
    return () => {
      left.abort();
      style.overflow = '';
    };
  }, [part, isFull]);
}
