import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { MouseEvent } from 'react';

/** Places on the page that its links lead to. */
export const ANCHORS = {
  nextStep: 'next-step',
  tasks: 'tasks',
  journey: 'journey',
  documents: 'documents',
  messages: 'messages',
  devices: 'devices',
  task: (id: string) => `task-${id}`,
} as const;

const PLACE = '[tabindex="-1"]';

/** Brings the place that the page's address leads to into view, if the page has it. */
export const toPlace = () => document.getElementById(window.location.hash.slice(1))?.scrollIntoView();

/**
 * Brings a place of the page into view and gives its title the focus. It takes the place of the address before, so that Back
 * leads off the page, as one expects.
 */
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

/** A link to a place on the page, by the place's id. */
export const PlaceLink = ({ to, ...props }: HTMLChakraProps<'a'> & { to: string }) => (
  <chakra.a href={`#${to}`} onClick={(event) => go(event, to)} {...props} />
);
