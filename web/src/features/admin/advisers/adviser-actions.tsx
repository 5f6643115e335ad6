import { useMutation } from '@tanstack/react-query';
import { KeyRound, LockKeyholeOpen, Mail } from 'lucide-react';
import { useState } from 'react';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { inviteAgain, sendPasswordLink } from '../queries.ts';

const EditAdviserDialog = lazyDialog(() => import('./edit-adviser-dialog.tsx'));
const ResetFactorDialog = lazyDialog(() => import('./reset-factor-dialog.tsx'));
const DeleteAdviserDialog = lazyDialog(() => import('./delete-adviser-dialog.tsx'));

/** What one does rarely with a colleague's account. */
function More({ adviser }: { adviser: ListedAdviser }) {
  const { mutate } = useMutation(sendPasswordLink);
  const [resets, setResets] = useState(false);
  const { mutate: invite } = useMutation(inviteAgain);
  const link = adviser.invited
    ? { label: 'Send Invitation Again', icon: Mail, onSelect: () => invite({ params: { id: adviser.id } }) }
    : { label: 'Email a Password Link', icon: KeyRound, onSelect: () => mutate({ body: { email: adviser.email } }) };
  const reset = { label: 'Reset Second Factor', icon: LockKeyholeOpen, onSelect: () => setResets(true) };
  return (
    <>
      <MenuButton label={`More for ${adviser.name}`} groups={[[link, ...(adviser.secondFactor ? [reset] : [])]]} />
      <ResetFactorDialog adviser={adviser} open={resets} onClose={() => setResets(false)} />
    </>
  );
}

/** What one can do with an account; one's own cannot be deleted (product 2). */
export const AdviserActions = ({ adviser, own }: { adviser: ListedAdviser; own: boolean }) => (
  <>
    <DialogButton
      size="xs"
      variant="ghost"
      aria-label={`Edit ${adviser.name}`}
      dialog={(state) => <EditAdviserDialog adviser={adviser} {...state} />}
    >
      Edit
    </DialogButton>
    <DialogButton
      ref={useFocusFallback()}
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={`Delete ${adviser.name}`}
      disabled={own}
      title={own ? ADVISER_MESSAGES.ownAccount : undefined}
      dialog={(state) => <DeleteAdviserDialog adviser={adviser} {...state} />}
    >
      Delete
    </DialogButton>
    {!own && <More adviser={adviser} />}
  </>
);
