import { IconButton, type IconButtonProps } from '@chakra-ui/react/button';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { lazyDialog } from '../eager/lazy-dialog.tsx';
import { keyOf, markedAfter } from './menu-keys.ts';

/** One line of a menu. */
export interface MenuEntry {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  /** Set where it destroys something. */
  danger?: boolean;
  /** Whether it is ticked, where it is switched on and off; the menu stays open then. */
  checked?: boolean;
}

/** Entries in the order in which they stand; a line is drawn between the groups. */
export type MenuGroups = readonly (readonly MenuEntry[])[];

const MenuList = lazyDialog(() => import('./menu-list.tsx'));

/** Keys that open the menu, and the end of it that they mark; Enter and Space come as clicks. */
const STARTS: Record<string, 0 | -1> = { ArrowDown: 0, ArrowUp: -1 };
const CHOOSES = /^(Enter| )$/;
const LEAVES = /^(Escape|Tab)$/;

interface Props extends Omit<IconButtonProps, 'onSelect'> {
  /** What the button is called, and the menu. */
  label: string;
  groups: MenuGroups;
}

/**
 * A ⋯ button and its menu (WAI-ARIA menu button): Enter, Space and the arrow keys open it, letters find, Escape closes it and
 * the focus comes back. Nothing but the button is drawn, and no code fetched, before it is opened.
 */
export function MenuButton({ label, groups, children, ...button }: Props) {
  const id = useId();
  const entries = groups.flat();
  const [isOpen, setOpen] = useState(false);
  const [marked, mark] = useState<string | null>(null);
  const open = (at?: 0 | -1) => {
    const first = at === undefined ? undefined : entries.at(at);
    mark(first ? keyOf(first) : null);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const choose = () => {
    const entry = entries.find((one) => keyOf(one) === marked);
    if (entry && entry.checked === undefined) close();
    entry?.onSelect();
  };
  /** What a key does before the menu has the focus; its code may be on its way. Gives whether it was meant for the menu. */
  const moveEarly = ({ key, repeat }: KeyboardEvent) => {
    const next = markedAfter(key, entries, marked);
    if (next) mark(next);
    // Whoever holds the key that opened the menu chooses nothing.
    else if (CHOOSES.test(key) && !repeat) choose();
    else if (LEAVES.test(key)) close();
    return next !== undefined || CHOOSES.test(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const end = STARTS[event.key];
    if (isOpen ? !moveEarly(event) : end === undefined) return;
    event.preventDefault();
    if (!isOpen) open(end);
  };
  return (
    <>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        size="xs"
        {...button}
        id={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={onKeyDown}
        // A click of the keyboard has no count.
        onClick={({ detail }) => (isOpen ? close() : open(detail === 0 ? 0 : undefined))}
      >
        {children ?? <Ellipsis aria-hidden />}
      </IconButton>
      {isOpen && <MenuList open trigger={id} groups={groups} marked={marked} onMark={mark} onClose={close} />}
    </>
  );
}
