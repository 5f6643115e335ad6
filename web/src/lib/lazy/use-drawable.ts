import { useDeferredValue } from 'react';

/**
 * Whether what was read may be drawn: a moment after it came, so that its first drawing is done a little in each frame, between
 * other things. At once where it was there before; what comes later of the same is drawn as it comes.
 */
export function useDrawable(isRead: boolean): boolean {
  const isDrawable = useDeferredValue(isRead);
  return isRead && isDrawable;
}
