import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { credentials } from '#shared/advisers.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { login } from './queries.ts';
import { useEnter } from './use-enter.ts';

const ForgotPasswordDialog = lazy(() => import('./forgot-password-dialog.tsx'));

function ForgotPassword() {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button variant="plain" size="sm" height="auto" px="0" justifySelf="start" onClick={() => setOpen(true)}>
        Forgot Password?
      </Button>
      <Suspense>{open !== undefined && <ForgotPasswordDialog open={open} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** Signs an adviser in. */
export function SignInForm() {
  const { mutateAsync } = useMutation(login);
  const enter = useEnter();
  return (
    <>
      <Form schema={credentials} onSubmit={(body) => mutateAsync({ body }).then(enter)}>
        <TextField name="email" label="Email" type="email" autoComplete="username" required />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton busyLabel="Signing in..." mt="1">
          Sign In
        </SubmitButton>
      </Form>
      <ForgotPassword />
    </>
  );
}
