import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';

const takeFocus = (button: HTMLElement | null) => button?.focus();

interface Props {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Replaces the buttons of a dialog with a confirmation before input is discarded. */
export function LeaveQuestion({ onKeep, onDiscard }: Props) {
  const id = useId();
  return (
    <Flex role="group" aria-labelledby={id} align="center" justify="flex-end" gap="3" wrap="wrap" width="full">
      <Text id={id} flex="1" fontWeight="medium" whiteSpace="nowrap">
        Discard changes?
      </Text>
      <Button ref={takeFocus} variant="outline" colorPalette="gray" onClick={onKeep}>
        Keep Editing
      </Button>
      <Button colorPalette="red" onClick={onDiscard}>
        Discard
      </Button>
    </Flex>
  );
}
