import { useCallback, useEffect, useId, useRef, useState } from 'react';

const OPENS_AFTER_MS = 700;
const STAYS_MS = 300;

export interface TooltipIds {
  trigger: string;
  content: string;
}

/** Time at which the last tooltip was left: within 300 ms the next one opens immediately. */
let lastLeft = Number.NEGATIVE_INFINITY;
/** Closes the open tooltip, so that two never overlap. */
let closeCurrent: () => void = () => undefined;

/** Opens after 700 ms of hover, or immediately on keyboard focus. Spread `trigger` on the described element. */
export function useTooltip() {
  const id = useId();
  const ids: TooltipIds = { trigger: `${id}trigger`, content: `${id}content` };
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setOpen(false);
  }, []);
  const show = () => {
    if (closeCurrent !== close) closeCurrent();
    closeCurrent = close;
    setOpen(true);
  };
  const after = (delay: number, act: () => void) => {
    clearTimeout(timer.current);
    if (delay === 0) act();
    else timer.current = setTimeout(act, delay);
  };
  const leave = () => {
    if (open) lastLeft = performance.now();
    after(STAYS_MS, close);
  };
  const trigger = {
    id: ids.trigger,
    'aria-describedby': open ? ids.content : undefined,
    onPointerEnter: () => after(performance.now() - lastLeft < STAYS_MS ? 0 : OPENS_AFTER_MS, show),
    onPointerLeave: leave,
    onFocus: ({ target }: { target: Element }) => target.matches(':focus-visible') && after(0, show),
    onBlur: close,
  };
  return { trigger, tooltip: { ids, open, onClose: close } };
}
