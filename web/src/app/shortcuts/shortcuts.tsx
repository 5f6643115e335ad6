import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { openPalette } from '../palette/open.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'));

/** Single keys for who lives in the product all day, and the dialog that lists them. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useShortcuts({ showKeys: () => setOpen(true), openPalette: openPalette.tell });
  return <ShortcutsDialog open={open} onClose={() => setOpen(false)} />;
}
