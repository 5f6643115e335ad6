import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { DialogButtonProps } from '../eager/lazy-dialog.tsx';

/** Button of a dialog that the page's address can open too, by its hash. Closing removes the hash. */
export function AddressedDialogButton({ hash, dialog, ...button }: DialogButtonProps & { hash: string | undefined }) {
  const address = useLocation();
  const navigate = useNavigate();
  const isAddressed = hash !== undefined && address.hash === hash;
  const [open, setOpen] = useState(isAddressed);
  const close = () => {
    setOpen(false);
    // Otherwise the dialog opens again when the page is reloaded.
    if (isAddressed) void navigate({ ...address, hash: '' }, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {dialog({ open, onClose: close })}
    </>
  );
}
