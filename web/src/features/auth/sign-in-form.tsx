import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { credentials } from '#shared/contract/advisers.ts';
import { knowsPasskeys } from '../../lib/http/knows-passkeys.ts';
import { PasskeyButton } from '../../parts/account/passkey-button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { login, loginByPasskey, type Passkey } from './queries.ts';
import { useEnter } from './use-enter.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

const ForgotPasswordDialog = lazyDialog(() => import('./forgot-password-dialog.tsx'));

const ForgotPassword = () => (
  <DialogButton
    variant="plain"
    size="lg"
    textStyle="sm"
    px="0"
    justifySelf="start"
    dialog={(state) => <ForgotPasswordDialog {...state} />}
  >
    Forgot Password?
  </DialogButton>
);

function PasskeySignIn() {
  const { mutateAsync, error, isPending, isSuccess } = useMutation(loginByPasskey);
  const enter = useEnter();
  const signIn = async (passkey?: Passkey) => {
    if (!isPending) await mutateAsync(passkey).then(enter);
  };
  // Who is let in may have to wait for the next page: a passkey offered meanwhile would sign in a second time.
  usePasskeyAutofill(signIn, isPending || isSuccess);
  return (
    <PasskeyButton size="lg" variant="outline" colorPalette="gray" onAction={() => signIn()} error={error}>
      <KeyRound aria-hidden />
      Sign In with a Passkey
    </PasskeyButton>
  );
}

/** Signs an adviser in. */
export function SignInForm() {
  const { mutateAsync } = useMutation(login);
  const enter = useEnter();
  return (
    <>
      <Form
        fieldSize="lg"
        tellsAt="password"
        schema={credentials}
        onSubmit={(body) => mutateAsync({ body }).then((me) => enter(me, body.password))}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username webauthn" required />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton busyLabel="Signing in..." mt="1">
          Sign In
        </SubmitButton>
      </Form>
      {knowsPasskeys() && <PasskeySignIn />}
      <ForgotPassword />
    </>
  );
}
