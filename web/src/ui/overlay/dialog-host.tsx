import { Button } from '@chakra-ui/react/button';
import { createContext, Fragment, type ReactNode, use, useCallback, useState } from 'react';
import type { DialogButtonProps, DialogState } from '../eager/lazy-dialog.tsx';

type Dialog = (state: DialogState) => ReactNode;

const HostContext = createContext<((dialog: Dialog) => void) | undefined>(undefined);

/** Renders the dialogs of rows above their list, so that a dialog keeps its input if its row goes. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ dialog: Dialog; count: number; open: boolean }>();
  const show = useCallback(
    (dialog: Dialog) => setShown((last) => ({ dialog, count: (last?.count ?? 0) + 1, open: true })),
    [],
  );
  const close = (count: number) => setShown((last) => (last?.count === count ? { ...last, open: false } : last));
  return (
    <HostContext value={show}>
      {children}
      {shown && (
        <Fragment key={shown.count}>{shown.dialog({ open: shown.open, onClose: () => close(shown.count) })}</Fragment>
      )}
    </HostContext>
  );
}

/** Returns a stable function that opens a dialog about a row. Throws outside of a {@link DialogHost}. */
export function useRowDialog() {
  const show = use(HostContext);
  if (!show) throw new Error('useRowDialog() was called outside a DialogHost');
  return show;
}

/** Button of a row that opens a dialog of the nearest {@link DialogHost}. */
export function RowDialogButton({ dialog, ...button }: DialogButtonProps) {
  const show = useRowDialog();
  return <Button {...button} onClick={() => show(dialog)} />;
}
