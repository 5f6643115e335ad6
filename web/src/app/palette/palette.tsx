import { Box } from '@chakra-ui/react/box';
import { CloseButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Input } from '../../ui/form/controls.tsx';
import { Words } from '../../ui/text/words.tsx';
import { Kbd } from './kbd.tsx';
import type { Actions, Target } from './targets.ts';
import { useChoice } from './use-choice.ts';

/** Accessible name of the palette and its button. */
export const PALETTE_TITLE = 'Find a Client, Screen or Action';

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
      align="center"
      gap="3"
      px="3"
      py="1.5"
      borderRadius="l2"
      cursor="pointer"
      _selected={{ bg: 'brand.subtle', color: 'brand.fg' }}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Box as={target.icon} boxSize="4" flexShrink="0" color={active ? 'brand.fg' : 'fg.muted'} aria-hidden />
      <Words as="p" truncate fontWeight="medium" flex="1">
        {target.label}
      </Words>
      <Text
        as="span"
        color={active ? 'brand.fg' : 'fg.muted'}
        textStyle="xs"
        whiteSpace="nowrap"
        _empty={{ display: 'none' }}
      >
        {target.hint}
      </Text>
    </Flex>
  );
}

function sayOf({ targets, isWaiting, isLoading, isError }: ReturnType<typeof useChoice>) {
  if (isWaiting) return 'Loading clients, then opening the best match...';
  if (isLoading) return 'Loading clients...';
  if (isError) return 'Failed to fetch clients';
  return targets.length === 0 && 'Nothing found';
}

const KEYS = [
  ['↑ ↓', 'Move'],
  ['⏎', 'Open'],
  ['Esc', 'Close'],
] as const;

/** The keys that work here, for those who have a keyboard. */
const Keys = () => (
  <Flex aria-hidden gap="4" mt="3" pt="3" borderTopWidth="1px" textStyle="xs" color="fg.muted" hideBelow="sm">
    {KEYS.map(([key, does]) => (
      <span key={key}>
        <Kbd>{key}</Kbd> {does}
      </span>
    ))}
  </Flex>
);

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
        aria-label={PALETTE_TITLE}
        aria-expanded={isFound}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isFound ? `${id}-${marked}` : undefined}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Box
        id={id}
        role="listbox"
        aria-label="Results"
        mt="3"
        maxH="calc(100dvh - 17rem)"
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
      <Keys />
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
 * Opens a client or screen, or starts an action, by a few letters of its name. A native dialog within the frame's chunk, so that it
 * takes the focus at once and no key is lost.
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
      <chakra.h2 id={title} textStyle="lg" mb="4">
        {PALETTE_TITLE}
      </chakra.h2>
      <Finder actions={actions} onClose={onClose} />
      <CloseButton size="sm" aria-label="Close" position="absolute" top="2" insetEnd="2" onClick={onClose} />
    </chakra.dialog>
  );
}
