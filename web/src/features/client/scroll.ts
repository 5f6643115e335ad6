const reduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Brings a part of the page into view and moves the keyboard's focus to it; without motion where people ask for none. */
export function goTo(id: string) {
  const target = document.getElementById(id);
  target?.scrollIntoView({ behavior: reduced() ? 'instant' : 'smooth', block: 'start' });
  target?.focus({ preventScroll: true });
}
