import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';

const SCROLL_DELAY_MS = 100;
/** How far from its end a thread still counts as being at it, in pixels. */
const NEAR = 24;

/**
 * Brings the newest message into view when the thread is opened, when it is one's own, and while the thread is at its end
 * (product 9). Where one reads further up the place stays, and `isBelow` says that there is something newer.
 */
export function useNewestInView(
  box: RefObject<HTMLElement | null>,
  newest: Message | undefined,
  own: Message['senderType'],
) {
  const atEnd = useRef(true);
  const [isBelow, setBelow] = useState(false);
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
    if (atEnd.current) setBelow(false);
  };
  const toNewest = () => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    box.current?.focus({ preventScroll: true });
  };
  const id = newest?.id;
  const isOwn = newest?.senderType === own;
  useEffect(() => {
    if (id === undefined) return;
    if (!atEnd.current && !isOwn) return setBelow(true);
    const timer = setTimeout(() => box.current?.scrollTo({ top: box.current.scrollHeight }), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [box, id, isOwn]);
  return { isBelow, onScroll, toNewest };
}
