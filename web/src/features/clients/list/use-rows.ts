import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The height of a row in pixels. */
const ROW_PX = 36;
const OVERSCAN = 8;

const indexOf = (element: Element) =>
  Number(element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex') ?? 0) - 2;

/**
 * Which rows of a table are drawn: those in the window and some around, and the one with the focus, wherever it is. `gap` is
 * the height that is missing before a row, `end` that after the last, in pixels.
 */
export function useRows(body: RefObject<HTMLElement | null>, count: number) {
  const [top, setTop] = useState(0);
  const focused = useRef<number>(undefined);
  // What stands above the table may change with anything, so it is looked at after each drawing.
  useLayoutEffect(() => {
    const now = Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (now !== top) setTop(now);
  });
  const rangeExtractor = (range: Range) => {
    const shown = defaultRangeExtractor(range);
    const { current } = focused;
    const isApart = current !== undefined && current < count && !shown.includes(current);
    return isApart ? [...shown, current].sort((a, b) => a - b) : shown;
  };
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  let drawn = 0;
  const rows = virtualizer.getVirtualItems().map(({ index }) => {
    const gap = (index - drawn) * ROW_PX;
    drawn = index + 1;
    return { index, gap };
  });
  return {
    rows,
    end: (count - drawn) * ROW_PX,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = indexOf(target);
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
}
