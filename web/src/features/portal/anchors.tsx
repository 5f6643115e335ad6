import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { MouseEvent } from 'react';

/** Ids of the places that links within the page lead to. */
export const ANCHORS = {
  nextStep: 'next-step',
  requests: 'requests',
  tasks: 'tasks',
  journey: 'journey',
  documents: 'documents',
  messages: 'messages',
  devices: 'devices',
  task: (id: string) => `task-${id}`,
  request: (id: string) => `request-${id}`,
} as const;

const PLACE = '[tabindex="-1"], summary';

/** Scrolls to the place that the address names, if the page has it. Unfolds a row. */
export function toPlace() {
  const place = document.getElementById(window.location.hash.slice(1));
  const details = place?.querySelector<HTMLDetailsElement>(':scope > details');
  for (let folded = details; folded; folded = folded.parentElement?.closest('details')) folded.open = true;
  place?.scrollIntoView();
}

/** Scrolls to a place and focuses its title. Replaces the history entry, so that Back leaves the page. */
export function goTo(id: string) {
  window.history.replaceState(window.history.state, '', `#${id}`);
  toPlace();
  const place = document.getElementById(id);
  const title = place?.matches(PLACE) ? place : place?.querySelector<HTMLElement>(PLACE);
  title?.focus({ preventScroll: true });
}

const go = (event: MouseEvent, id: string) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(id);
};

export const PlaceLink = ({ to, ...props }: HTMLChakraProps<'a'> & { to: string }) => (
  <chakra.a href={`#${to}`} onClick={(event) => go(event, to)} {...props} />
);
