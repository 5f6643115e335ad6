import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { choose, chooseAround, watchSection } from './reading.ts';

const reduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls an element into view, focuses it and marks its part of the page; without motion if people ask for none. */
export function goTo(id: string, section: string) {
  choose(section);
  const target = document.getElementById(id);
  target?.scrollIntoView({ behavior: reduced() ? 'instant' : 'smooth', block: 'start' });
  target?.focus({ preventScroll: true });
}

/**
 * Whether something that folds is open, and what opens and closes it: undefined until somebody does so, or until the address
 * leads to something inside, which has one of these ids. Whoever follows the same link again finds it open again.
 */
export function useFold(ids: readonly string[]) {
  const [open, setOpen] = useState<boolean>();
  const [led, setLed] = useState<string>();
  const { hash, key } = useLocation();
  const arrival = ids.some((id) => hash === `#${id}`) ? key : undefined;
  if (arrival !== led) {
    setLed(arrival);
    if (arrival) setOpen(true);
  }
  return [open, setOpen] as const;
}

/** How long a place is marked. */
const MOMENT_MS = 4000;

/** A thin frame around the target of an address: a coloured panel would read as an error or a selection. */
const MARK = {
  'aria-current': 'location',
  outline: '2px solid',
  outlineColor: 'brand.focusRing',
  outlineOffset: '4px',
} as const;

/** Whether an address leads there without a mark: whoever chose it in the bar knows where it leads. */
export const UNMARKED = { unmarked: true };
const isUnmarked = (state: unknown) => typeof state === 'object' && state !== null && 'unmarked' in state;

const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls an element into view, and again whenever the page grows, until the person scrolls or acts. No time limit: on a slow
 * line the page can grow for many seconds. Returns a function that stops it.
 */
function keepInView(element: Element, block: ScrollLogicalPosition): () => void {
  const position = () => ({ top: window.scrollY, height: document.documentElement.scrollHeight });
  let last = position();
  const show = () => {
    element.scrollIntoView({ block });
    last = position();
  };
  const observer = new ResizeObserver(show);
  const done = new AbortController();
  const stop = () => done.abort();
  done.signal.addEventListener('abort', () => observer.disconnect());
  const options = { passive: true, signal: done.signal };
  for (const act of ACTS) window.addEventListener(act, stop, options);
  // A dragged scrollbar raises none of these; growth also scrolls, but changes the height.
  const onScroll = () => {
    const { top, height } = position();
    if (top !== last.top && height === last.height) stop();
  };
  window.addEventListener('scroll', onScroll, options);
  observer.observe(document.body);
  show();
  return stop;
}

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
    const element = isTarget && document.getElementById(id);
    if (!element) return;
    chooseAround(element);
    const leave = keepInView(element, block);
    element.focus({ preventScroll: true });
    setMarked(marks);
    const timer = setTimeout(() => setMarked(false), MOMENT_MS);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [isTarget, marks, id, block, key]);
  return { id, tabIndex: -1, ...(marks && isMarked && MARK) };
}

/** Makes an element a section that the bar and addresses lead to. Spread the result on it. */
export function useSection(id: string) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? watchSection(id, ref.current) : undefined), [id]);
  return { ref, ...useTarget(id, 'start') };
}
