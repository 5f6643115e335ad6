import { useState } from 'react';
import { openAssignTask } from '../../parts/task/assign-task.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { openPalette } from '../palette/open.ts';
import { useOpenClient } from '../palette/recent.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'));

/** Handles single-key shortcuts, and the dialog that lists them. */
export function Shortcuts() {
  const client = useOpenClient();
  const [open, setOpen] = useState(false);
  useShortcuts({
    showKeys: () => setOpen(true),
    openPalette: openPalette.tell,
    assignTask: () => openAssignTask.tell(client),
  });
  return <ShortcutsDialog open={open} onClose={() => setOpen(false)} />;
}
