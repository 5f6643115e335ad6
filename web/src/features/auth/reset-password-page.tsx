import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { MailedLinkFrame } from './mailed-link-frame.tsx';
import { resetPassword } from './queries.ts';
import { newPasswordTwice } from './schemas.ts';

/** Chooses a new password with the token of a reset link (product 2). */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(resetPassword);
  const send = async (newPassword: string) => {
    await mutateAsync({ body: { token, newPassword } });
    await navigate(paths.login);
  };
  return (
    <MailedLinkFrame title="Reset Your Password" text="Enter your new password below">
      <Form
        fieldSize="lg"
        tellsAt="newPassword"
        schema={newPasswordTwice}
        onSubmit={({ newPassword }) => send(newPassword)}
      >
        <PasswordField name="newPassword" label="New Password" autoComplete="new-password" required />
        <PasswordField name="confirm" label="Confirm Password" autoComplete="new-password" required />
        <SubmitButton busyLabel="Resetting..." mt="1">
          Reset Password
        </SubmitButton>
      </Form>
    </MailedLinkFrame>
  );
}
