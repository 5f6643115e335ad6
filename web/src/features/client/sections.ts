import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTarget } from './use-target.ts';

/** The parts of the client's page, in the order in which they stand on it: what follows the hash of an address, and its label. */
export const SECTIONS = [
  ['overview', 'Overview'],
  ['journey', 'Journey'],
  ['documents', 'Documents'],
  ['tasks', 'Tasks'],
  ['messages', 'Messages'],
  ['portal', 'Portal'],
  ['activity', 'Activity'],
] as const;

/** A part of the client's page. */
export type SectionId = (typeof SECTIONS)[number][0];

/** What of the window counts as where one reads: below the bar, above its middle. */
const READING = '-64px 0px -50% 0px';
const WINDOW = '-64px 0px 0px 0px';

const listeners = new Set<() => void>();
/** The parts that one may be reading, and those of which anything is in view. */
const read = new Set<SectionId>();
const inView = new Set<SectionId>();
let chosen: SectionId | undefined;

function tell() {
  if (chosen && !inView.has(chosen)) chosen = undefined;
  for (const listener of listeners) listener();
}

/** Counts a part as the one that is read, whatever stands beside or above it, as long as it is in view. */
export function choose(id: SectionId) {
  chosen = id;
  inView.add(id);
  tell();
}

/** Keeps in a set whether an element is in a part of the window. */
function watch(id: SectionId, element: Element, set: Set<SectionId>, rootMargin: string) {
  const keep = (isIn: boolean) => {
    if (isIn) set.add(id);
    else set.delete(id);
    tell();
  };
  const observer = new IntersectionObserver((entries) => keep(entries.at(-1)?.isIntersecting === true), { rootMargin });
  observer.observe(element);
  return () => {
    observer.disconnect();
    keep(false);
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const current = () => chosen ?? SECTIONS.find(([id]) => read.has(id))?.[0];

/** The part of the page that one reads. */
export const useCurrentSection = () => useSyncExternalStore(subscribe, current);

/** Makes an element a part of the page that the bar and addresses lead to. Spread what it gives on it. */
export function useSection(id: SectionId) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!ref.current) return;
    const watches = [watch(id, ref.current, read, READING), watch(id, ref.current, inView, WINDOW)];
    return () => {
      for (const end of watches) end();
    };
  }, [id]);
  return { ref, ...useTarget(id, 'start') };
}
