import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { makeRecoveryCodes } from './queries.ts';

const RecoveryCodesDialog = lazyDialog(() => import('./recovery-codes-dialog.tsx'));

/** Makes recovery codes, and shows them once in `dialog`; `onKept` when they were kept. */
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
