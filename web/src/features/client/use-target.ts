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

/** Whether an address leads there without a mark: whoever chose it in the bar knows where it leads. */
export const UNMARKED = { unmarked: true };
const isUnmarked = (state: unknown) => typeof state === 'object' && state !== null && 'unmarked' in state;

/**
 * Makes something a place that addresses may lead to by its id: it comes into view, gets the focus, and is marked for a
 * moment. Spread what it gives on the element.
 */
export function useTarget(id: string, block: ScrollLogicalPosition = 'center') {
  const { hash, key, state } = useLocation();
  const [isMarked, setMarked] = useState(false);
  const isTarget = hash === `#${id}`;
  const marks = isTarget && !isUnmarked(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again is led here again
  useEffect(() => {
    if (!isTarget) return;
    const element = document.getElementById(id);
    element?.scrollIntoView({ block });
    element?.focus({ preventScroll: true });
    if (!marks) return;
    setMarked(true);
    const timer = setTimeout(() => setMarked(false), MARKED_MS);
    return () => clearTimeout(timer);
  }, [isTarget, marks, id, block, key]);
  // What it unfolds, as it is marked, belongs into view too.
  useEffect(() => {
    if (isMarked) document.getElementById(id)?.scrollIntoView({ block });
  }, [isMarked, id, block]);
  return { id, tabIndex: -1, ...(marks && isMarked && MARK) };
}
