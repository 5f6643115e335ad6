import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { DialogButton, type DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import type { MenuGroups } from '../../ui/overlay/menu-keys.ts';
import { Words } from '../../ui/text/words.tsx';

interface Item {
  id: string;
}

/** Texts and dialog of a list. */
interface Kind<T extends Item> {
  label: string;
  /** "Document" of "Add Document". */
  noun: string;
  /** "60 documents". */
  most: { count: number; text: string };
  empty: string;
  nameOf: (item: T) => string;
  about: (item: T) => ReactNode;
  /** Edits an item, or adds one. */
  dialog: (state: DialogState, onDone: (item: T) => void, item?: T) => ReactNode;
}

interface RowProps<T extends Item> {
  kind: Kind<T>;
  item: T;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onChange: (item: T) => void;
  onRemove: () => void;
}

const rowId = ({ id }: Item) => `item-${id}`;

function Row<T extends Item>({ kind, item, isFirst, isLast, onMove, onChange, onRemove }: RowProps<T>) {
  const name = kind.nameOf(item);
  const [isOpen, setOpen] = useState(false);
  const groups: MenuGroups = [
    [
      ...(isFirst ? [] : [{ label: 'Move Up', icon: ArrowUp, onSelect: () => onMove(-1) }]),
      ...(isLast ? [] : [{ label: 'Move Down', icon: ArrowDown, onSelect: () => onMove(1) }]),
    ],
    [{ label: 'Remove', icon: Trash2, danger: true, onSelect: onRemove }],
  ];
  return (
    <chakra.li
      id={rowId(item)}
      py="3"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ pt: '0', borderTopWidth: '0' }}
    >
      <Flex columnGap="4" rowGap="1" wrap="wrap" align="center">
        <Box flex="1 1 16rem">
          <Words fontWeight="medium">{name}</Words>
          {kind.about(item)}
        </Box>
        <Flex gap="1" ms={{ base: '-2', sm: '0' }}>
          <IconButton
            size="sm"
            variant="ghost"
            colorPalette="gray"
            aria-label={`Edit ${name}`}
            onClick={() => setOpen(true)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <MenuButton ref={useFocusFallback()} size="sm" label={`More for ${name}`} groups={groups} />
        </Flex>
      </Flex>
      {kind.dialog({ open: isOpen, onClose: () => setOpen(false) }, onChange, item)}
    </chakra.li>
  );
}

/** Returns the list with an item one place further up or down. */
function moved<T>(list: readonly T[], from: number, by: 1 | -1): T[] {
  const others = list.filter((_, i) => i !== from);
  return [...others.slice(0, from + by), ...list.slice(from, from + 1), ...others.slice(from + by)];
}

interface ListProps<T extends Item> {
  kind: Kind<T>;
  list: readonly T[];
  onChange: (list: T[]) => void;
}

function Rows<T extends Item>({ kind, list, onChange }: ListProps<T>) {
  const [said, say] = useState('');
  const moving = useRef<string>(undefined);
  // A row that moves loses the focus.
  useLayoutEffect(() => {
    if (moving.current) document.getElementById(moving.current)?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    moving.current = undefined;
  });
  const change = (next: T[], text: string) => {
    onChange(next);
    say(text);
  };
  return (
    <div>
      {list.length === 0 && <Text color="fg.muted">{kind.empty}</Text>}
      <ItemList label={kind.label}>
        {list.map((item, i) => (
          <Row
            key={item.id}
            kind={kind}
            item={item}
            isFirst={i === 0}
            isLast={i === list.length - 1}
            onMove={(by) => {
              moving.current = rowId(item);
              change(moved(list, i, by), `${kind.nameOf(item)} is now number ${i + by + 1} of ${list.length}`);
            }}
            onChange={(next) => change(list.with(i, next), `Changed ${kind.nameOf(next)}`)}
            onRemove={() => change(list.toSpliced(i, 1), `Removed ${kind.nameOf(item)}`)}
          />
        ))}
      </ItemList>
      <Text role="status" textStyle="xs" color="fg.muted" mt="1.5" minH="1lh">
        {said}
      </Text>
    </div>
  );
}

/** List of the firm whose items are ordered, edited, added and removed before all of it is saved. */
export function ListEditor<T extends Item>(props: ListProps<T>) {
  const { kind, list, onChange } = props;
  const { noun, most, dialog } = kind;
  const isFull = list.length >= most.count;
  return (
    <>
      <Rows {...props} />
      <Flex gap="3" align="center" wrap="wrap">
        <DialogButton
          variant="outline"
          disabled={isFull}
          dialog={(state) => dialog(state, (item) => onChange([...list, item]))}
        >
          <Plus aria-hidden />
          <span>{`Add ${noun}`}</span>
        </DialogButton>
        {isFull && (
          <Text textStyle="sm" color="fg.muted">
            {`${most.text} at most. Remove one to add another.`}
          </Text>
        )}
      </Flex>
    </>
  );
}
