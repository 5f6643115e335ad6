import { useEffect } from 'react';

/** How much of the window's edges is covered by what stays in view there, as lengths of CSS. */
interface Room {
  top?: string;
  bottom?: string;
  /** How far toasts stand above the window's lower edge, where that is not at it. */
  belowToasts?: string;
}

/** Keeps what is scrolled to, or gets the focus, and toasts, clear of what covers an edge of the window. */
export function useRoom({ top = '', bottom = '', belowToasts = '' }: Room) {
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
