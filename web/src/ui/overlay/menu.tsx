import { IconButton, type IconButtonProps } from '@chakra-ui/react/button';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { lazyDialog } from '../eager/lazy-dialog.tsx';
import { headed, keyOf, type MenuGroups, markedAfter, staysOpen } from './menu-keys.ts';

const MenuList = lazyDialog(() => import('./menu-list.tsx'));

/** Keys that open the menu, and the entry they mark: first or last. Enter and Space arrive as clicks. */
const STARTS: Record<string, 0 | -1> = { ArrowDown: 0, ArrowUp: -1 };
const CHOOSES = /^(Enter| )$/;
const LEAVES = /^(Escape|Tab)$/;

interface Props extends Omit<IconButtonProps, 'onSelect'> {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  groups: MenuGroups;
}

/** ⋯ button with a menu (WAI-ARIA menu button pattern). The menu's code loads when it is first opened. */
export function MenuButton({ label, groups, children, ...button }: Props) {
  const id = useId();
  const entries = groups.flatMap((group) => headed(group).entries);
  const [isOpen, setOpen] = useState(false);
  const [marked, mark] = useState<string | null>(null);
  const open = (at?: 0 | -1) => {
    const first = at === undefined ? undefined : entries.at(at);
    mark(first ? keyOf(first) : null);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const choose = () => {
    const entry = entries.find((candidate) => keyOf(candidate) === marked);
    if (entry && !staysOpen(entry)) close();
    entry?.onSelect();
  };
  /** Handles keys while the menu's code loads and it has no focus yet. Returns true if the key was handled. */
  const moveEarly = ({ key, repeat }: KeyboardEvent) => {
    const next = markedAfter(key, entries, marked);
    if (next) mark(next);
    // Holding the key that opened the menu must not choose an entry.
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
        // Clicks by keyboard have a count of 0.
        onClick={({ detail }) => (isOpen ? close() : open(detail === 0 ? 0 : undefined))}
      >
        {children ?? <Ellipsis aria-hidden />}
      </IconButton>
      {isOpen && <MenuList open trigger={id} groups={groups} marked={marked} onMark={mark} onClose={close} />}
    </>
  );
}
