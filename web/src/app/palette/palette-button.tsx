import { IconButton } from '@chakra-ui/react/button';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Palette } from './palette.tsx';

const isHotkey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey;
const isDialogOpen = () => document.querySelector('dialog, [role=dialog], [role=alertdialog]') !== null;

function useHotkey(setOpen: (open: boolean) => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isHotkey(event)) return;
      event.preventDefault();
      if (!isDialogOpen()) setOpen(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [setOpen]);
}

/** Opens the command palette, as Ctrl K or ⌘ K does anywhere. */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  useHotkey(setOpen);
  return (
    <>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        size="sm"
        aria-label="Go to a client or screen"
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to a client or screen (Ctrl K)"
        onClick={() => setOpen(true)}
      >
        <Search />
      </IconButton>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
