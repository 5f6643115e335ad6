import { Box } from '@chakra-ui/react/box';
import { CloseButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Input } from '../../ui/eager/controls.tsx';
import { Words } from '../../ui/text/words.tsx';
import { type Actions, type PaletteItem, usePaletteItems } from './items.ts';
import { Kbd } from './kbd.tsx';

/**
 * State of the search: the text, its matches and the marked one, by default the first. Enter opens an explicitly marked
 * match. Without one it waits for what still loads, as a better match may come; typing cancels the wait.
 */
function useChoice(actions: Actions, go: (target: PaletteItem) => void) {
  const [typed, setTyped] = useState('');
  const [mark, setMark] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const { targets, loading, failed } = usePaletteItems(typed, actions);
  const chosen = targets.findIndex(({ id }) => id === mark);
  const marked = Math.max(0, chosen);

  const point = (index: number) => {
    setMark(targets[index]?.id);
    setWaiting(false);
  };
  const type = (text: string) => {
    setTyped(text);
    setMark(undefined);
    setWaiting(false);
  };
  const enter = () => {
    const target = targets[marked];
    setWaiting(loading !== undefined && chosen < 0);
    if (target && (!loading || chosen >= 0)) go(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Prevents the same key press from reaching the button that regains the focus, which would reopen the palette.
      event.preventDefault();
      enter();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || targets.length === 0) return;
    event.preventDefault();
    point((marked + step + targets.length) % targets.length);
  };

  const submit = useEffectEvent(enter);
  useEffect(() => {
    if (isWaiting && !loading) submit();
  }, [isWaiting, loading]);

  return { typed, type, targets, marked, point, onKeyDown, isWaiting, loading, failed };
}

export const PALETTE_TITLE = 'Find a Client, Screen or Action';

interface OptionProps {
  id: string;
  target: PaletteItem;
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

function statusOf({ targets, isWaiting, loading, failed }: ReturnType<typeof useChoice>) {
  if (loading) return isWaiting ? `Loading ${loading}, then opening the best match...` : `Loading ${loading}...`;
  if (failed) return `Failed to fetch ${failed}`;
  return targets.length === 0 && 'Nothing found';
}

const KEYS = [
  ['↑ ↓', 'Move'],
  ['⏎', 'Open'],
  ['Esc', 'Close'],
] as const;

const Keys = () => (
  <Flex aria-hidden gap="4" mt="3" pt="3" borderTopWidth="1px" textStyle="xs" color="fg.muted" hideBelow="sm">
    {KEYS.map(([key, does]) => (
      <span key={key}>
        <Kbd>{key}</Kbd> <span>{does}</span>
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
  const go = ({ run }: PaletteItem) => {
    onClose();
    void run();
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
        {statusOf(choice)}
      </Text>
      <Keys />
    </>
  );
}

/** Moves the focus between input and close button on Tab, as dialogs trap the focus. */
function goRound(event: KeyboardEvent) {
  if (event.key !== 'Tab') return;
  event.preventDefault();
  const stops = event.currentTarget.querySelectorAll<HTMLElement>('input, button');
  [...stops].find((stop) => stop !== document.activeElement)?.focus();
}

/** Command palette. A native dialog in the frame's chunk: it gets the focus immediately and loses no key press. */
export function Palette({ actions, onClose }: Props) {
  const title = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector('input')?.focus();
    // `close` restores the focus, which unmounting alone does not.
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
