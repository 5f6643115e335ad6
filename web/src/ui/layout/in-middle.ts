/** Ref that keeps the current link in the middle of a scrolling row, its parent, which must be positioned. */
export function inMiddle(link: HTMLElement | null) {
  const line = link?.parentElement;
  if (!line) return;
  const observer = new ResizeObserver(() => {
    // Keyboard users must keep seeing the focused link, even if a late font widens the row.
    if (line.querySelector(':focus') && !link.matches(':focus')) return;
    line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
  });
  for (const element of [line, link]) observer.observe(element);
  return () => observer.disconnect();
}
