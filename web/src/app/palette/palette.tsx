import { Box } from '@chakra-ui/react/box';
import { CloseButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Input } from '../../ui/controls.tsx';
import { Words } from '../../ui/words.tsx';
import type { Actions, Target } from './targets.ts';
import { useChoice } from './use-choice.ts';

interface OptionProps {
  id: string;
  target: Target;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, target, active, onPoint, onChoose }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Flex
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      justify="space-between"
      align="baseline"
      gap="3"
      px="3"
      py="2"
      borderRadius="l2"
      cursor="pointer"
      _selected={{ bg: 'brand.subtle', color: 'brand.fg' }}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Words as="p" truncate fontWeight="medium">
        {target.label}
      </Words>
      <Text as="span" color={active ? 'brand.fg' : 'fg.muted'} textStyle="xs" whiteSpace="nowrap">
        {target.hint}
      </Text>
    </Flex>
  );
}

function sayOf({ targets, isWaiting, isLoading, isError }: ReturnType<typeof useChoice>) {
  if (isWaiting) return 'Loading clients, then opening the best match...';
  if (isLoading) return 'Loading clients...';
  if (isError) return 'Failed to fetch clients';
  return targets.length === 0 && 'No clients or screens found';
}

interface Props {
  actions: Actions;
  onClose: () => void;
}

function Finder({ actions, onClose }: Props) {
  const id = useId();
  const go = ({ act }: Target) => {
    onClose();
    void act();
  };
  const choice = useChoice(actions, go);
  const { typed, type, targets, marked, point, onKeyDown } = choice;
  const isFound = targets.length > 0;
  return (
    <>
      <Input
        role="combobox"
        aria-label="Search clients and screens"
        aria-expanded={isFound}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isFound ? `${id}-${marked}` : undefined}
        placeholder="Client, screen or action"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Box
        id={id}
        role="listbox"
        aria-label="Clients and screens"
        mt="3"
        maxH="50vh"
        overflowY="auto"
        hidden={!isFound}
      >
        {targets.map((target, i) => (
          <Option
            key={target.id}
            id={`${id}-${i}`}
            target={target}
            active={i === marked}
            onPoint={() => point(i)}
            onChoose={() => go(target)}
          />
        ))}
      </Box>
      <Text role="status" color="fg.muted" mt="3" _empty={{ mt: '0' }}>
        {sayOf(choice)}
      </Text>
    </>
  );
}

/** Tab goes from the input to the button that closes and back, as dialogs keep the focus. */
function goRound(event: KeyboardEvent) {
  if (event.key !== 'Tab') return;
  event.preventDefault();
  const stops = event.currentTarget.querySelectorAll<HTMLElement>('input, button');
  [...stops].find((stop) => stop !== document.activeElement)?.focus();
}

/**
 * Goes to a client or a screen, or does something, by a few letters of its name. The browser's own dialog and part of the frame's code, so
 * that it has the focus in the moment that it is asked for: keys typed on are its own from the first.
 */
export function Palette({ actions, onClose }: Props) {
  const title = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector('input')?.focus();
    // Where the focus was it goes back to, which a dialog that is only taken away does not see to.
    return () => dialog?.close();
  }, []);
  return (
    <chakra.dialog
      ref={ref}
      aria-labelledby={title}
      onKeyDown={goRound}
      onCancel={onClose}
      onClose={onClose}
      mt="16"
      mx="auto"
      width="calc(100vw - 1.5rem)"
      maxW="lg"
      p="6"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderRadius="l3"
      boxShadow="lg"
      textStyle="sm"
      _backdrop={{ bg: 'scrim' }}
    >
      <chakra.h2 id={title} textStyle="lg" mb="6">
        Go to a client or screen
      </chakra.h2>
      <Finder actions={actions} onClose={onClose} />
      <CloseButton size="sm" aria-label="Close" position="absolute" top="2" insetEnd="2" onClick={onClose} />
    </chakra.dialog>
  );
}
