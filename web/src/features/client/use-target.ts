import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const MARKED_MS = 4000;

/** How something looks that the address leads to: framed, not only coloured. */
const MARK = {
  'aria-current': 'location',
  bg: 'brand.subtle',
  boxShadow: '0 0 0 6px {colors.brand.subtle}',
  outline: '2px solid',
  outlineColor: 'brand.focusRing',
  outlineOffset: '6px',
} as const;

/**
 * Makes something a place that addresses may lead to by its id: it comes into view, gets the focus, and is marked for a
 * moment. Spread what it gives on the element.
 */
export function useTarget(id: string, block: ScrollLogicalPosition = 'center') {
  const { hash, key } = useLocation();
  const [isMarked, setMarked] = useState(false);
  const isTarget = hash === `#${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again is led here again
  useEffect(() => {
    if (!isTarget) return;
    const element = document.getElementById(id);
    element?.scrollIntoView({ block });
    element?.focus({ preventScroll: true });
    setMarked(true);
    const timer = setTimeout(() => setMarked(false), MARKED_MS);
    return () => clearTimeout(timer);
  }, [isTarget, id, block, key]);
  return { id, tabIndex: -1, ...(isTarget && isMarked && MARK) };
}
