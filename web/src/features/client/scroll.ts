import { choose, type SectionId } from './reading.ts';

const reduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls an element into view, focuses it and marks its part of the page; without motion if people ask for none. */
export function goTo(id: string, section: SectionId) {
  choose(section);
  const target = document.getElementById(id);
  target?.scrollIntoView({ behavior: reduced() ? 'instant' : 'smooth', block: 'start' });
  target?.focus({ preventScroll: true });
}
