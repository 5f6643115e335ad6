import { useEffect, useEffectEvent, useState } from 'react';
import { useSingleKeys } from '../../parts/account/single-keys.ts';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { PALETTE_KEYS } from '../palette/kbd.tsx';
import { SHORTCUTS } from './registry.ts';

const TYPED_INTO =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]';
const DIALOGS = 'dialog, [role=dialog], [role=alertdialog]';
const OVER_PAGE = `${DIALOGS}, [role=menu]:popover-open`;

const isOpen = (selector: string) => document.querySelector(selector) !== null;

/** Returns true for Ctrl K and ⌘ K, which also work in fields and while single keys are off. */
const opensPalette = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey;

/** Returns true if a single key belongs to a field, a dialog or the browser. */
function isMeantElsewhere({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
  const isTyped = target instanceof Element && target.closest(TYPED_INTO) !== null;
  return ctrlKey || metaKey || altKey || defaultPrevented || isTyped || isOpen(OVER_PAGE);
}

const find = (keys: string, isRepeat = false) =>
  SHORTCUTS.find((shortcut) => shortcut.keys === keys && (shortcut.repeats || !isRepeat))?.run;

function useShortcuts(showList: () => void): void {
  const [isOn] = useSingleKeys();
  const shortcutOf = (event: KeyboardEvent) => {
    if (opensPalette(event)) return find(PALETTE_KEYS);
    return isOn && !isMeantElsewhere(event) ? find(event.key, event.repeat) : undefined;
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const run = shortcutOf(event);
    if (!run) return;
    event.preventDefault();
    if (!isOpen(DIALOGS)) void run(showList);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'));

export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useShortcuts(() => setOpen(true));
  return <ShortcutsDialog open={open} onClose={() => setOpen(false)} />;
}
