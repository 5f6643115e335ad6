import { IconButton, type IconButtonProps } from '@chakra-ui/react/button';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { lazyDialog } from './lazy-dialog.tsx';

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
const STARTS: Record<string, 'first' | 'last'> = { ArrowDown: 'first', ArrowUp: 'last' };

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
  const [start, setStart] = useState<'first' | 'last' | 'none'>();
  const onKeyDown = (event: KeyboardEvent) => {
    const end = STARTS[event.key];
    if (!end || start) return;
    event.preventDefault();
    setStart(end);
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
        aria-expanded={start !== undefined}
        onKeyDown={onKeyDown}
        // A click of the keyboard has no count.
        onClick={({ detail }) => setStart(start ? undefined : detail === 0 ? 'first' : 'none')}
      >
        {children ?? <Ellipsis aria-hidden />}
      </IconButton>
      {start && <MenuList open trigger={id} groups={groups} start={start} onClose={() => setStart(undefined)} />}
    </>
  );
}
