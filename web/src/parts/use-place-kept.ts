import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Message } from '#shared/contract/messages.ts';

/** Keeps what is in view where it is when messages come before it; `box` is what scrolls, and positions its content. */
export function usePlaceKept(box: RefObject<HTMLElement | null>, messages: readonly Message[]) {
  const first = useRef<{ id: string; top: number }>(undefined);
  useLayoutEffect(() => {
    const topOf = (index: number) => box.current?.querySelectorAll('li')[index]?.offsetTop ?? 0;
    const { id, top = 0 } = first.current ?? {};
    const moved = messages.findIndex((message) => message.id === id);
    if (moved > 0 && box.current) box.current.scrollTop += topOf(moved) - top;
    first.current = messages[0] && { id: messages[0].id, top: topOf(0) };
  });
}
