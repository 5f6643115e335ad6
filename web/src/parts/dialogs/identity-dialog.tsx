import { mutationOptions, useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import * as z from 'zod/mini';
import { givenPassword } from '#shared/contract/fields.ts';
import { call } from '../../lib/http/api.ts';
import { knowsPasskeys } from '../../lib/http/knows-passkeys.ts';
import { change, type MutationMeta } from '../../lib/query/query.ts';
import { PasswordField, PasswordOwner } from '../../ui/form/password-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { accountQuery } from '../account/account.ts';
import { useMe } from '../account/me.ts';
import { PasskeyButton } from '../account/passkey-button.tsx';
import { askForPasskey } from '../account/passkeys.ts';

const FAILED: MutationMeta = {
  failure: {
    title: 'Not Confirmed',
    description: 'We could not confirm that it is you',
    server: true,
    cause: true,
  },
  noSession: true,
};

const confirmByPassword = change('POST /api/account/confirm', FAILED);

const confirmByPasskey = mutationOptions({
  mutationFn: async () => {
    const passkey = await askForPasskey(await call('POST /api/auth/passkey/options'));
    await call('POST /api/account/confirm', { body: { passkey: { ...passkey } } });
  },
  meta: FAILED,
});

const confirmation = z.object({ password: givenPassword });

function PasskeyInstead({ onConfirm }: { onConfirm: () => void }) {
  const { data } = useQuery(accountQuery);
  const { mutateAsync, error } = useMutation(confirmByPasskey);
  if (!data?.passkeys.length || !knowsPasskeys()) return null;
  return (
    <PasskeyButton
      size="sm"
      variant="outline"
      colorPalette="gray"
      justifySelf="start"
      onAction={() => mutateAsync().then(onConfirm)}
      error={error}
    >
      <KeyRound aria-hidden />
      Use a Passkey Instead
    </PasskeyButton>
  );
}

interface Props {
  open: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export default function IdentityDialog({ onConfirm, ...dialog }: Props) {
  const { email } = useMe();
  const { mutateAsync } = useMutation(confirmByPassword);
  return (
    <FormDialog
      {...dialog}
      title="Confirm It’s You"
      description="Enter your password to continue. Nothing you typed is lost."
      size="sm"
      autoComplete="on"
      schema={confirmation}
      onSubmit={(body) => mutateAsync({ body }).then(onConfirm)}
      submitLabel="Confirm"
      busyLabel="Confirming..."
    >
      <PasswordOwner email={email} />
      <PasswordField name="password" label="Your password" autoComplete="current-password" required />
      <PasskeyInstead onConfirm={onConfirm} />
    </FormDialog>
  );
}
