import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Message } from '#shared/contract/messages.ts';

/** Keeps what is in view where it is when messages come or go before it; `box` is what scrolls, and positions its content. */
export function usePlaceKept(box: RefObject<HTMLElement | null>, messages: readonly Message[]) {
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
