import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { ANCHORS } from '../anchors.ts';
import { useMessagesView } from './view.ts';

/** A link to the messages: beside the rest where there is room, else in a view of their own. */
export function MessagesLink(props: HTMLChakraProps<'a'>) {
  const { open } = useMessagesView();
  return (
    <chakra.a
      href={`#${ANCHORS.messages}`}
      onClick={(event) => {
        event.preventDefault();
        open();
      }}
      {...props}
    />
  );
}
