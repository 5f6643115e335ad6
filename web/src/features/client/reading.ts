import { useEffect, useSyncExternalStore } from 'react';
import { SECTIONS } from './sections.tsx';

/** Root margin that leaves the part of the window where people read: below the bar, above the middle. */
const READING = '-64px 0px -50% 0px';
/** Input that starts scrolling by the user. A click fires these before it calls `choose`, which resets them. */
const INPUT_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

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
export const setCurrentSectionOf = (element: Element) =>
  setCurrentSection(SECTIONS.find(({ id }) => document.getElementById(id)?.contains(element))?.id);

/** Tracks if a section is where people read. Returns the clean-up function. */
export function watchSection(id: string, element: Element) {
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
const current = () => chosen ?? SECTIONS.find(({ id }) => inView.has(id))?.id;

/** Returns the id of the section to mark: the chosen one, else the first one where people read. */
export function useCurrentSection() {
  useClearOnScroll();
  return useSyncExternalStore(subscribe, current);
}
