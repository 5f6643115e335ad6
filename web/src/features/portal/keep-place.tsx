import { Component, type ReactNode } from 'react';

interface Place {
  element: Element;
  /** How far below the top of the window it is, in pixels. */
  top: number;
}

const MARKS = 'main :is(h2, h3, p, li, button, a, textarea)';
const topOf = (element: Element) => element.getBoundingClientRect().top;
const isInView = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && top < window.innerHeight;
};

/** What is in view now, what has the focus first. */
const placesInView = (): Place[] =>
  [document.activeElement, ...document.querySelectorAll(MARKS)]
    .filter((element) => element?.matches(MARKS) && isInView(element))
    .flatMap((element) => (element ? [{ element, top: topOf(element) }] : []));

/**
 * Keeps what one looks at where it is on the screen when its children are drawn anew with something more above: the focus,
 * or what is topmost in view. A class, as only a class is told before React changes the page. Not every browser does it.
 */
export class KeepPlace extends Component<{ children: ReactNode }> {
  override getSnapshotBeforeUpdate = placesInView;

  override componentDidUpdate(_props: unknown, _state: unknown, before: Place[]) {
    const kept = before.find(({ element }) => element.isConnected);
    const moved = kept ? topOf(kept.element) - kept.top : 0;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render() {
    return this.props.children;
  }
}
