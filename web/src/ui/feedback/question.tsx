import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { controlInUse } from '../../lib/screen/pressed.ts';
import { leftAround } from '../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from './action-button.tsx';

interface Props {
  /** Accessible name: what is asked about. */
  label: string;
  text: string;
  yes: string;
  busyLabel?: string;
  no: string;
  danger?: boolean;
  size: ButtonProps['size'];
  onYes: () => unknown;
  onNo: () => void;
}

/**
 * Question instead of buttons, which stay rendered but hidden. No and Escape return to the button that opened
 * it. If it is gone afterwards, the focus goes to what is left around the question.
 */
export function Question({ label, text, yes, busyLabel, no, danger, size, onYes, onNo }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // Read before the button is hidden, which takes the focus from it.
  const [asked] = useState(() => controlInUse()?.closest('button'));
  const refuse = useEffectEvent(onNo);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const left = leftAround(element);
    element.focus();
    const gone = new AbortController();
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.contains(document.activeElement)) return;
      event.stopPropagation();
      refuse();
    };
    // Captures the key, as a dialog would close.
    window.addEventListener('keydown', press, { capture: true, signal: gone.signal });
    return () => {
      gone.abort();
      if (!element.contains(controlInUse())) return;
      queueMicrotask(() => (asked?.isConnected ? asked : left())?.focus({ preventScroll: true }));
    };
  }, [asked]);
  return (
    <Flex
      ref={box}
      role="group"
      aria-label={label}
      tabIndex={-1}
      outline="none"
      direction="column"
      flexBasis="full"
      gap="2"
      p="3"
      my="1"
      bg="bg.muted"
      borderRadius="l2"
    >
      <Text role="alert" textStyle={size === 'xs' ? 'sm' : undefined}>
        {text}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button size={size} variant="outline" onClick={({ detail }) => detail < 2 && onNo()}>
          {no}
        </Button>
        <ActionButton
          size={size}
          colorPalette={danger ? 'red' : 'brand'}
          busyLabel={busyLabel}
          onAction={async () => onYes()}
        >
          {yes}
        </ActionButton>
      </Flex>
    </Flex>
  );
}
