import { Box } from '@chakra-ui/react/box';
import { DialogBody } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Input } from '../../ui/controls.tsx';
import { Modal } from '../../ui/modal.tsx';
import { type Target, useTargets } from './targets.ts';

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
      <Text truncate fontWeight="medium">
        {target.label}
      </Text>
      <Text as="span" color={active ? 'brand.fg' : 'fg.muted'} textStyle="xs" whiteSpace="nowrap">
        {target.hint}
      </Text>
    </Flex>
  );
}

/** Which target is marked: the arrow keys move the mark round, Enter goes there. */
function useChoice(targets: readonly Target[], go: (target: Target) => void) {
  const [marked, mark] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = targets[marked];
    if (event.key === 'Enter' && target && !event.nativeEvent.isComposing) go(target);
    if (!step || targets.length === 0) return;
    event.preventDefault();
    mark((marked + step + targets.length) % targets.length);
  };
  return { marked, mark, onKeyDown };
}

function nothingFound({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  if (isPending) return 'Loading clients...';
  return isError ? 'Failed to fetch clients' : 'No clients or screens found';
}

interface ListProps {
  id: string;
  targets: readonly Target[];
  marked: number;
  onPoint: (index: number) => void;
  onChoose: (target: Target) => void;
}

const Targets = ({ id, targets, marked, onPoint, onChoose }: ListProps) => (
  <Box id={id} role="listbox" aria-label="Clients and screens" mt="3" maxH="50vh" overflowY="auto">
    {targets.map((target, i) => (
      <Option
        key={target.to}
        id={`${id}-${i}`}
        target={target}
        active={i === marked}
        onPoint={() => onPoint(i)}
        onChoose={() => onChoose(target)}
      />
    ))}
  </Box>
);

function Finder({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { targets, ...clients } = useTargets(useDeferredValue(typed));
  const go = ({ to }: Target) => {
    onClose();
    void navigate(to);
  };
  const { marked, mark, onKeyDown } = useChoice(targets, go);
  const search = (text: string) => {
    setTyped(text);
    mark(0);
  };
  return (
    <>
      <Input
        role="combobox"
        aria-label="Search clients and screens"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={targets.length > 0 ? `${id}-${marked}` : undefined}
        placeholder="Name of a client or screen"
        value={typed}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Targets id={id} targets={targets} marked={marked} onPoint={mark} onChoose={go} />
      <Text role="status" color="fg.muted">
        {targets.length === 0 && nothingFound(clients)}
      </Text>
    </>
  );
}

/** Goes to a client or a screen by a few letters of its name. */
export default function Palette(dialog: { open: boolean; onClose: () => void }) {
  return (
    <Modal {...dialog} title="Go to a client or screen">
      <DialogBody pb="5">
        <Finder onClose={dialog.onClose} />
      </DialogBody>
    </Modal>
  );
}
