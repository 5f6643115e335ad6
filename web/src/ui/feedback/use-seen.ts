import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const HALF = 0.5;
/** Steps of 2 %, to detect half a window of an element many windows high. */
const STEPS = Array.from({ length: 51 }, (_, i) => i / 50);

const isSeen = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= HALF || intersectionRect.height >= HALF * (rootBounds?.height ?? Number.POSITIVE_INFINITY);

function watchVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export const useVisible = () => useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');

/** Returns true if, in a visible tab, half of an element is in view or it fills half the window. */
export function useSeen(part: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  const isVisible = useVisible();
  useEffect(() => {
    if (!part.current) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.slice(-1).some(isSeen)), {
      threshold: STEPS,
    });
    observer.observe(part.current);
    return () => observer.disconnect();
  }, [part]);
  return inView && isVisible;
}
