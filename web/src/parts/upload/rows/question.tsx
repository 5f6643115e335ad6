import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { type MouseEvent, useEffect } from 'react';
import { focusHost, useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';

/** Finds a section once React has rendered the change, or the page's first one if it is gone. */
export const orFirst = (section: HTMLElement | null) => () =>
  section?.isConnected ? section : document.querySelector<HTMLElement>('main [tabindex="-1"]');

/** Returns the section around the question that an element is in. */
function sectionAround(element: HTMLElement) {
  const outside = focusHost(element)?.parentElement;
  return orFirst(outside ? focusHost(outside) : null);
}

const Answer = (props: ButtonProps) => <Button ref={useFocusFallback<HTMLButtonElement>(sectionAround)} {...props} />;

interface Props {
  text: string;
  yes: string;
  no: string;
  size: ButtonProps['size'];
  onYes: () => void;
  onNo: () => void;
}

/** Question that replaces the buttons. Escape means no. The focus then goes to the section around it. */
export function Question({ text, yes, no, size, onYes, onNo }: Props) {
  const box = useFocusFallback<HTMLDivElement>(sectionAround);
  useEffect(() => box.current?.focus(), [box]);
  // Ignores the second click of a double click.
  const once = (act: () => void) => (event: MouseEvent) => event.detail < 2 && act();
  return (
    <Flex
      ref={box}
      role="group"
      aria-label={yes}
      tabIndex={-1}
      outline="none"
      onKeyDown={({ key }) => key === 'Escape' && onNo()}
      direction="column"
      flexBasis="full"
      gap="2"
      p="3"
      my="1"
      bg="bg.muted"
      borderRadius="l2"
    >
      <Text role="alert">{text}</Text>
      <Flex gap="2" wrap="wrap">
        <Answer size={size} variant="outline" onClick={once(onNo)}>
          {no}
        </Answer>
        <Answer size={size} colorPalette="red" onClick={once(onYes)}>
          {yes}
        </Answer>
      </Flex>
    </Flex>
  );
}

export const CancelQuestion = (props: Omit<Props, 'yes' | 'no'>) => (
  <Question yes="Stop Sending" no="Keep Sending" {...props} />
);
