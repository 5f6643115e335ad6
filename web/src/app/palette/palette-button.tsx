import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMe } from '../../parts/account/me.ts';
import { openAssignTask } from '../../parts/task/assign-task.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { COMMAND_KEY, Kbd } from './kbd.tsx';
import { openPalette } from './open.ts';
import { PALETTE_TITLE, Palette } from './palette.tsx';
import { useRemembering } from './recent.ts';

const AddClientDialog = lazyDialog(() => import('../../parts/client/add-client-dialog.tsx'));
const AssignTaskDialog = lazyDialog(() => import('../../features/client/tasks/assign-task-dialog.tsx'));

const isHotkey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey;
const isDialogOpen = () => document.querySelector('dialog, [role=dialog], [role=alertdialog]') !== null;

function useHotkey() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isHotkey(event)) return;
      event.preventDefault();
      if (!isDialogOpen()) openPalette.tell();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Opens the command palette, as Ctrl K or ⌘ K does anywhere; and what the palette opens in turn. */
export function PaletteButton({ signOut }: { signOut: () => void }) {
  const [open, setOpen] = useState<'palette' | 'client' | 'task'>();
  const [assignTo, setAssignTo] = useState<string>();
  const isAdmin = useMe().role === 'admin';
  const close = () => setOpen(undefined);
  useHotkey();
  useRemembering();
  useEffect(() => openPalette.on(() => setOpen('palette')), []);
  useEffect(
    () =>
      openAssignTask.on((clientId) => {
        setAssignTo(clientId);
        setOpen('task');
      }),
    [],
  );
  return (
    <>
      <Button
        variant="ghost"
        colorPalette="gray"
        size="sm"
        px={{ base: '2', '2xl': '3' }}
        aria-label={`${PALETTE_TITLE} (${COMMAND_KEY} K)`}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${PALETTE_TITLE} (${COMMAND_KEY} K)`}
        onClick={() => setOpen('palette')}
      >
        <Search aria-hidden />
        <Flex as="span" gap="1" display={{ base: 'none', '2xl': 'flex' }}>
          <Kbd>{COMMAND_KEY}</Kbd> <Kbd>K</Kbd>
        </Flex>
      </Button>
      {open === 'palette' && <Palette actions={{ signOut, addClient: () => setOpen('client') }} onClose={close} />}
      <AddClientDialog isAdmin={isAdmin} open={open === 'client'} onClose={close} />
      <AssignTaskDialog key={assignTo} clientId={assignTo} open={open === 'task'} onClose={close} />
    </>
  );
}
