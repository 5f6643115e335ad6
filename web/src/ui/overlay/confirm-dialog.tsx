import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogDescription, DialogFooter } from '@chakra-ui/react/dialog';
import { useRef } from 'react';
import { useBusy } from '../../lib/screen/use-busy.ts';
import { Modal, type ModalProps } from './modal.tsx';

interface Props extends Omit<ModalProps, 'role' | 'size' | 'initialFocus'> {
  confirmLabel: string;
  busyLabel: string;
  /** Action on confirmation. The dialog closes afterwards, whether it succeeds or fails. */
  onConfirm: () => Promise<unknown>;
  danger?: boolean;
}

/** Confirmation before an irreversible action; the focus starts on Cancel. */
export function ConfirmDialog({ children, confirmLabel, busyLabel, onConfirm, danger, ...modal }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, run] = useBusy();
  const confirm = () => run(() => onConfirm().finally(modal.onClose));
  return (
    <Modal {...modal} role="alertdialog" size="sm" initialFocus={() => cancel.current}>
      <DialogBody>
        <DialogDescription>{children}</DialogDescription>
      </DialogBody>
      <DialogFooter>
        <Button ref={cancel} variant="outline" colorPalette="gray" onClick={modal.onClose} disabled={busy}>
          Cancel
        </Button>
        <Button colorPalette={danger ? 'red' : 'brand'} onClick={confirm} disabled={busy} aria-busy={busy}>
          {busy ? busyLabel : confirmLabel}
        </Button>
      </DialogFooter>
    </Modal>
  );
}
