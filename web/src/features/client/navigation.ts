import { createContext, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

// Navigation within the client's page: the current section, link targets and folds.

/** Hash that opens the dialog of charges and advice. */
export const CHARGES = '#charges';

/** Input by which the user scrolls. A click fires these before it calls `setCurrentSection`. */
const INPUT_EVENTS = ['wheel', 'touchstart', 'touchmove', 'pointerdown', 'keydown'];
/** Root margin that leaves the part of the window where people read: below the bar, above the middle. */
const READING = '-64px 0px -50% 0px';

const listeners = new Set<() => void>();
const inView = new Set<string>();
let chosen: string | undefined;
let hasActed = false;

function notifyListeners() {
  for (const listener of listeners) listener();
}

/**
 * Marks a section as current until the user scrolls. Needed because sections of both columns can be in view together.
 */
export function setCurrentSection(id: string | undefined) {
  chosen = id;
  hasActed = false;
  notifyListeners();
}

/** Marks the section that contains the element as current. */
const setCurrentSectionOf = (element: Element) => setCurrentSection(element.closest('[data-section]')?.id);

/** Tracks if a section is where people read. Returns the clean-up function. */
function watchSection(element: Element) {
  const { id } = element;
  const setInView = (isIn: boolean) => {
    if (isIn) inView.add(id);
    else inView.delete(id);
    notifyListeners();
  };
  const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true), {
    rootMargin: READING,
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    setInView(false);
  };
}

/** Clears the chosen section when the user scrolls, and on unmount. */
function useClearOnScroll() {
  useEffect(() => {
    const done = new AbortController();
    const options = { passive: true, capture: true, signal: done.signal };
    const act = () => {
      hasActed = true;
    };
    for (const name of INPUT_EVENTS) window.addEventListener(name, act, options);
    // Ignores lists inside the page, whose scroll events do not bubble.
    document.addEventListener('scroll', () => hasActed && setCurrentSection(undefined), {
      passive: true,
      signal: done.signal,
    });
    return () => {
      done.abort();
      setCurrentSection(undefined);
    };
  }, []);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the id of the section to mark: the chosen one, else the first one where people read. */
export function useCurrentSection(sections: readonly { id: string }[]) {
  useClearOnScroll();
  return useSyncExternalStore(subscribe, () => chosen ?? sections.find(({ id }) => inView.has(id))?.id);
}

const reduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls to an element, focuses it and marks its section as current. Respects reduced motion. */
export function scrollToElement(id: string) {
  const target = document.getElementById(id);
  if (!target) return;
  setCurrentSectionOf(target);
  target.scrollIntoView({ behavior: reduced() ? 'instant' : 'smooth', block: 'start' });
  target.focus({ preventScroll: true });
}

/**
 * Returns the open state of a fold: undefined until the user or a link to one of `ids` sets it. Following the same link
 * again opens it again.
 */
export function useFold(ids: readonly string[]) {
  const [open, setOpen] = useState<boolean>();
  const [lastArrival, setLastArrival] = useState<string>();
  const { hash, key } = useLocation();
  const arrival = ids.some((id) => hash === `#${id}`) ? key : undefined;
  if (arrival !== lastArrival) {
    setLastArrival(arrival);
    if (arrival) setOpen(true);
  }
  return [open, setOpen] as const;
}

/** Duration of the mark, in milliseconds. */
const MOMENT_MS = 4000;

/** Thin outline, because a coloured panel would look like an error or a selection. */
const MARK = {
  'aria-current': 'location',
  outline: '2px solid',
  outlineColor: 'brand.focusRing',
  outlineOffset: '4px',
} as const;

/** Location state of links without a mark: people who click in the bar know where they land. */
export const UNMARKED = { unmarked: true };
const isUnmarked = (state: unknown) => typeof state === 'object' && state !== null && 'unmarked' in state;

/**
 * Keeps an element in view while the page grows, until the user scrolls or acts. Has no time limit, as a page can grow
 * for many seconds on slow connections. Returns a function that stops it.
 */
function stayInView(element: Element, block: ScrollLogicalPosition): () => void {
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
  for (const act of INPUT_EVENTS) window.addEventListener(act, stop, options);
  // A dragged scrollbar fires none of these events. Growth scrolls too, but changes the height.
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
 * Makes an element the target of links to its id: scrolls it into view, focuses and briefly marks it. Spread the result
 * on the element.
 */
export function useTarget(id: string, block: ScrollLogicalPosition = 'center') {
  const { hash, key, state } = useLocation();
  const [isMarked, setMarked] = useState(false);
  const isTarget = hash === `#${id}`;
  const marks = isTarget && !isUnmarked(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` runs it again for a repeated link
  useEffect(() => {
    const element = isTarget && document.getElementById(id);
    if (!element) return;
    setCurrentSectionOf(element);
    const leave = stayInView(element, block);
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

/** Id of the section that is rendered. */
export const SectionContext = createContext('');

/** Makes an element the section that the bar and links lead to. Spread the result on it. */
export function useSection() {
  const id = use(SectionContext);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? watchSection(ref.current) : undefined), []);
  return { ref, 'data-section': '', ...useTarget(id, 'start') };
}
