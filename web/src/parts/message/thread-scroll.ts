import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';

const SCROLL_DELAY_MS = 100;
/** Pixels from the end at which a thread still counts as scrolled to its end. */
const NEAR = 24;

/**
 * Scrolls to the newest message when the thread opens, when it is the user's own, and while the thread is at its end.
 * Otherwise the position stays, and `isBelow` is true if there is a newer message.
 */
export function useNewestInView(
  box: RefObject<HTMLElement | null>,
  newest: (Message & { key: string }) | undefined,
  own: Message['senderType'],
) {
  const atEnd = useRef(true);
  const isScrolling = useRef(false);
  const [isBelow, setBelow] = useState(false);
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    // Until the delayed scroll is done, new messages move the thread, not the reader.
    if (isScrolling.current) return;
    atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
    if (atEnd.current) setBelow(false);
  };
  const toNewest = () => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    box.current?.focus({ preventScroll: true });
  };
  // Unlike the id, the key stays when the server confirms the message, so that the delay does not start again.
  const key = newest?.key;
  const isOwn = newest?.senderType === own;
  // A layout effect, so that the delay starts when the message is rendered.
  useLayoutEffect(() => {
    if (key === undefined) return;
    if (!atEnd.current && !isOwn) return setBelow(true);
    atEnd.current = true;
    isScrolling.current = true;
    const timer = setTimeout(() => {
      isScrolling.current = false;
      box.current?.scrollTo({ top: box.current.scrollHeight });
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [box, key, isOwn]);
  return { isBelow, onScroll, toNewest };
}

/** Keeps visible messages in place when others load above them. `box` must scroll and be the offset parent. */
export function useStableScroll(box: RefObject<HTMLElement | null>, messages: readonly Message[]) {
  const tops = useRef(new Map<string, number>());
  const first = useRef<string>(undefined);
  useLayoutEffect(() => {
    const items = box.current?.querySelectorAll('li');
    const now = new Map(messages.map(({ id }, i) => [id, items?.[i]?.offsetTop ?? 0]));
    const [kept] = messages.filter(({ id }) => tops.current.has(id));
    const moved = kept ? (now.get(kept.id) ?? 0) - (tops.current.get(kept.id) ?? 0) : 0;
    if (messages[0]?.id !== first.current && box.current) box.current.scrollTop += moved;
    tops.current = now;
    first.current = messages[0]?.id;
  });
}
