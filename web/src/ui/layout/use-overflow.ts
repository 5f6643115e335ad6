import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns true if a box overflows, so that it needs a tab stop for scrolling. */
export function useOverflow(box: RefObject<HTMLElement | null>, hasContent: boolean): boolean {
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !hasContent) return;
    const observer = new ResizeObserver(() => setOverflows(element.scrollHeight > element.clientHeight));
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [box, hasContent]);
  return overflows;
}
