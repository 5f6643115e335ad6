import { useSyncExternalStore } from 'react';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { identityQuestion } from './identity-question.ts';

const IdentityDialog = lazyDialog(() => import('./identity-dialog.tsx'));

/** Asks who somebody is where a change wants it confirmed; what was typed for the change stays. */
export function ConfirmIdentity() {
  const question = useSyncExternalStore(identityQuestion.subscribe, identityQuestion.shown);
  return (
    <IdentityDialog
      open={question !== undefined}
      onConfirm={() => question?.confirm()}
      onClose={() => question?.giveUp()}
    />
  );
}
