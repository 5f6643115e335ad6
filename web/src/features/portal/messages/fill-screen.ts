import { type RefObject, useEffect } from 'react';

/** Tracks the height that the on-screen keyboard leaves, as `dvh` ignores it in some browsers. */
function followKeyboard({ style }: HTMLElement, signal: AbortSignal) {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const follow = () => {
    // Zooming in shows a smaller part of the same screen.
    if (visualViewport.scale > 1) return;
    style.setProperty('--view-height', `${visualViewport.height}px`);
    style.setProperty('--view-top', `${visualViewport.offsetTop}px`);
  };
  visualViewport.addEventListener('resize', follow, { signal });
  visualViewport.addEventListener('scroll', follow, { signal });
  follow();
}

/** Locks the scroll position of the page while a part fills the screen. */
export function useFillScreen(part: RefObject<HTMLElement | null>, isFull: boolean) {
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
