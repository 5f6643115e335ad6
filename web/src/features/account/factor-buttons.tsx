import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '#shared/contract/api.ts';
import { DialogButton, type DialogButtonProps, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { beginTotp, makeRecoveryCodes } from './queries.ts';

const AuthenticatorDialog = lazyDialog(() => import('./authenticator-dialog.tsx'));

/** Sets up an authenticator app; calls `onAdded` once it is confirmed. */
export function AuthenticatorButton({ onAdded, children }: { onAdded: () => void; children: ReactNode }) {
  const { mutateAsync } = useMutation(beginTotp);
  const [begun, setBegun] = useState<AnswerOf<'POST /api/account/totp'>>();
  return (
    <>
      <ActionButton
        size="sm"
        variant="outline"
        onAction={() => mutateAsync({}).then(setBegun)}
        busyLabel="Preparing..."
      >
        {children}
      </ActionButton>
      <AuthenticatorDialog
        open={begun !== undefined}
        begun={begun ?? { secret: '', url: '' }}
        onAdded={onAdded}
        onClose={() => setBegun(undefined)}
      />
    </>
  );
}

const AddPasskeyDialog = lazyDialog(async () => ({
  default: (await import('./passkey-dialogs.tsx')).AddPasskeyDialog,
}));

export const AddPasskeyButton = ({
  onAdded,
  ...button
}: Omit<DialogButtonProps, 'dialog'> & { onAdded: () => void }) => (
  <DialogButton {...button} dialog={(state) => <AddPasskeyDialog {...state} onAdded={onAdded} />} />
);

const RecoveryCodesDialog = lazyDialog(() => import('./recovery-codes-dialog.tsx'));

/** Creates recovery codes and shows them once in `dialog`; calls `onKept` when it closes. */
export function useRecoveryCodes(onKept?: () => void) {
  const { mutateAsync } = useMutation(makeRecoveryCodes);
  const [codes, setCodes] = useState<readonly string[]>();
  const make = async () => setCodes((await mutateAsync({})).codes);
  const close = () => {
    setCodes(undefined);
    onKept?.();
  };
  const dialog = <RecoveryCodesDialog open={codes !== undefined} codes={codes ?? []} onClose={close} />;
  return { make, dialog };
}
