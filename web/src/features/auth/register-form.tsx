import { useMutation } from '@tanstack/react-query';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { register } from './queries.ts';
import { ownRegistration } from './schemas.ts';
import { useEnter } from './use-enter.ts';

/** Makes an adviser's account and signs in to it. */
export function RegisterForm() {
  const { mutateAsync } = useMutation(register);
  const enter = useEnter();
  return (
    <Form schema={ownRegistration} onSubmit={(body) => mutateAsync(body).then(enter)}>
      <TextField name="name" label="Full Name" autoComplete="name" required />
      <TextField name="email" label="Email" type="email" autoComplete="email" required />
      <PasswordField
        name="password"
        label="Password"
        hint={`At least ${PASSWORD_MIN.own} characters`}
        autoComplete="new-password"
        required
      />
      <SubmitButton busyLabel="Creating Account..." mt="1">
        Create Account
      </SubmitButton>
    </Form>
  );
}
