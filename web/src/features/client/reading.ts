import { useEffect, useSyncExternalStore } from 'react';
import { SECTIONS } from './sections.tsx';

/** The part of the window where people read: below the bar, above the middle. */
const READING = '-64px 0px -50% 0px';
/** Events by which people scroll; those of a bar, a tile or a link come before it calls `choose`. */
const ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

const listeners = new Set<() => void>();
const inView = new Set<string>();
let chosen: string | undefined;
let hasActed = false;

function tell() {
  for (const listener of listeners) listener();
}

/** Marks a part as the current one until the person scrolls, wherever the page stops: the right column has no top of its own. */
export function choose(id: string | undefined) {
  chosen = id;
  hasActed = false;
  tell();
}

/** Marks the part that contains an element as the current one. */
export const chooseAround = (element: Element) =>
  choose(SECTIONS.find(({ id }) => document.getElementById(id)?.contains(element))?.id);

/** Tracks if a part of the page is where people read; returns the clean-up. */
export function watchSection(id: string, element: Element) {
  const keep = (isIn: boolean) => {
    if (isIn) inView.add(id);
    else inView.delete(id);
    tell();
  };
  const observer = new IntersectionObserver((entries) => keep(entries.at(-1)?.isIntersecting === true), {
    rootMargin: READING,
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    keep(false);
  };
}

/** Forgets the chosen part once the page scrolls after an act of the person, and when the page is left. */
function useForgetting() {
  useEffect(() => {
    const done = new AbortController();
    const options = { passive: true, capture: true, signal: done.signal };
    const act = () => {
      hasActed = true;
    };
    for (const name of ACTS) window.addEventListener(name, act, options);
    // Only scrolling of the page itself: that of a list inside it does not bubble.
    document.addEventListener('scroll', () => hasActed && choose(undefined), { passive: true, signal: done.signal });
    return () => {
      done.abort();
      choose(undefined);
    };
  }, []);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const current = () => chosen ?? SECTIONS.find(({ id }) => inView.has(id))?.id;

/** Returns the part of the page to mark: the one that was chosen, else the first one where people read. */
export function useCurrentSection() {
  useForgetting();
  return useSyncExternalStore(subscribe, current);
}
