/**
 * The `ref` of the current link in a line of links that scrolls sideways where it is too long: brings it to the middle of the
 * line, at first and whenever it or the line gets wider or narrower. The line is the link's parent, and positioned.
 */
export function inMiddle(link: HTMLElement | null) {
  const line = link?.parentElement;
  if (!line) return;
  const observer = new ResizeObserver(() => {
    // Keyboard users must keep seeing the link that has the focus, even if a font arrives late and widens the line.
    if (line.querySelector(':focus') && !link.matches(':focus')) return;
    line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
  });
  for (const element of [line, link]) observer.observe(element);
  return () => observer.disconnect();
}
