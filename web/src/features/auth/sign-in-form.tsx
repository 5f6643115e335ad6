import { useMutation } from '@tanstack/react-query';
import { credentials } from '#shared/contract/advisers.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { login } from './queries.ts';
import { useEnter } from './use-enter.ts';

const ForgotPasswordDialog = lazyDialog(() => import('./forgot-password-dialog.tsx'));

const ForgotPassword = () => (
  <DialogButton
    variant="plain"
    size="sm"
    height="auto"
    px="0"
    justifySelf="start"
    dialog={(state) => <ForgotPasswordDialog {...state} />}
  >
    Forgot Password?
  </DialogButton>
);

/** Signs an adviser in. */
export function SignInForm() {
  const { mutateAsync } = useMutation(login);
  const enter = useEnter();
  return (
    <>
      <Form schema={credentials} onSubmit={(body) => mutateAsync({ body }).then(enter)}>
        <TextField name="email" label="Email" type="email" autoComplete="email" required />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton busyLabel="Signing in..." mt="1">
          Sign In
        </SubmitButton>
      </Form>
      <ForgotPassword />
    </>
  );
}
