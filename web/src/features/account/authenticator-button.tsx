import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '#shared/contract/api.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { beginTotp } from './queries.ts';

const AuthenticatorDialog = lazyDialog(() => import('./authenticator-dialog.tsx'));

/** Sets up an authenticator app; `onAdded` once it is confirmed. */
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
