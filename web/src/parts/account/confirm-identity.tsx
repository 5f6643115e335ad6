import { useSyncExternalStore } from 'react';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { openRequest } from './reauthentication.ts';

const IdentityDialog = lazyDialog(() => import('./identity-dialog.tsx'));

/** Opens the re-authentication dialog where a call needs it; what was typed for the call stays on the screen behind it. */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(openRequest.subscribe, openRequest.shown);
  return (
    <IdentityDialog
      open={request !== undefined}
      onConfirm={() => request?.confirm()}
      onClose={() => request?.giveUp()}
    />
  );
}
