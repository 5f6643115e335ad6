import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogDescription, DialogFooter } from '@chakra-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { useBusy } from '../../lib/screen/use-busy.ts';
import { Modal, type ModalProps } from './modal.tsx';

interface Props extends Omit<ModalProps, 'role' | 'size' | 'initialFocus'> {
  confirmLabel: string;
  busyLabel: string;
  /** Action on confirmation. The dialog closes afterwards, whether it succeeds or fails. */
  onConfirm: () => Promise<unknown>;
  danger?: boolean;
  /** Shown below the text, such as a field. */
  extra?: ReactNode;
  /** True while the action cannot be confirmed. */
  disabled?: boolean;
}

/** Confirmation before an irreversible action; the focus starts on Cancel. */
export function ConfirmDialog(props: Props) {
  const { children, confirmLabel, busyLabel, onConfirm, danger, extra, disabled, ...modal } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, run] = useBusy();
  const confirm = () => run(() => onConfirm().finally(modal.onClose));
  return (
    <Modal {...modal} role="alertdialog" size="sm" initialFocus={() => cancel.current}>
      <DialogBody>
        <DialogDescription>{children}</DialogDescription>
        {extra}
      </DialogBody>
      <DialogFooter>
        <Button ref={cancel} variant="outline" colorPalette="gray" onClick={modal.onClose} disabled={busy}>
          Cancel
        </Button>
        <Button colorPalette={danger ? 'red' : 'brand'} onClick={confirm} disabled={busy || disabled} aria-busy={busy}>
          {busy ? busyLabel : confirmLabel}
        </Button>
      </DialogFooter>
    </Modal>
  );
}
