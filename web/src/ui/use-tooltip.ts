import { useEffect, useId, useRef, useState } from 'react';

const OPENS_AFTER_MS = 700;
const STAYS_MS = 300;

/** The ids of what is explained and of its tooltip. */
export interface TooltipIds {
  trigger: string;
  content: string;
}

/** When the last tooltip was left: within 300 ms the next one opens at once (product 9). */
let lastLeft = Number.NEGATIVE_INFINITY;

/**
 * A tooltip that opens after 700 ms on hover, or on focus by keyboard, and stays for 300 ms (product 9). Spread `trigger` on
 * what is explained; nothing else is needed, nor drawn, before it was asked for.
 */
export function useTooltip() {
  const id = useId();
  const ids: TooltipIds = { trigger: `${id}trigger`, content: `${id}content` };
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (delay: number, isOpen: boolean) => {
    clearTimeout(timer.current);
    if (delay === 0) setOpen(isOpen);
    else timer.current = setTimeout(() => setOpen(isOpen), delay);
  };
  const leave = () => {
    if (open) lastLeft = performance.now();
    after(STAYS_MS, false);
  };
  const trigger = {
    id: ids.trigger,
    'aria-describedby': open ? ids.content : undefined,
    onPointerEnter: () => after(performance.now() - lastLeft < STAYS_MS ? 0 : OPENS_AFTER_MS, true),
    onPointerLeave: leave,
    onFocus: ({ target }: { target: Element }) => target.matches(':focus-visible') && after(0, true),
    onBlur: () => after(0, false),
  };
  return { trigger, tooltip: { ids, open, onClose: () => setOpen(false) } };
}
