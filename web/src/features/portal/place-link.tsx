import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { MouseEvent } from 'react';
import { goTo } from './anchors.ts';

const go = (event: MouseEvent, id: string) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(id);
};

/** A link to a place on the page, by the place's id. */
export const PlaceLink = ({ to, ...props }: HTMLChakraProps<'a'> & { to: string }) => (
  <chakra.a href={`#${to}`} onClick={(event) => go(event, to)} {...props} />
);
