import { useEffect } from 'react';

/** CSS lengths of the window's edges that sticky elements cover. */
interface ScrollPadding {
  top?: string;
  bottom?: string;
  /** Distance of toasts from the bottom edge, if it is not the default. */
  belowToasts?: string;
}

/** Keeps scroll targets, focused controls and toasts clear of sticky elements. */
export function useScrollPadding({ top = '', bottom = '', belowToasts = '' }: ScrollPadding) {
  useEffect(() => {
    const { style } = document.documentElement;
    const set = (above: string, below: string, toasts: string) => {
      style.scrollPaddingTop = above;
      style.scrollPaddingBottom = below;
      style.setProperty('--below-toasts', toasts);
    };
    set(top, bottom, belowToasts);
    return () => set('', '', '');
  }, [top, bottom, belowToasts]);
}
