import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { paths, tokenIn } from '../../lib/navigation/paths.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField, PasswordOwner } from '../../ui/form/password-field.tsx';
import { MailedLinkFrame } from './form/auth-frame.tsx';
import { acceptInvitation, newPasswordTwice, resetPassword } from './form/queries.ts';

/** Texts of a reset link, and of an invitation, whose link ends in this hash. */
const RESET = { title: 'Reset Your Password', text: 'Enter your new password below' };
const INVITATION = { title: 'Choose Your Password', text: 'Welcome! Choose a password for your new account.' };
const INVITED = '#invitation';

export function Component() {
  const token = tokenIn(useParams()) ?? '';
  const isInvited = useLocation().hash.startsWith(INVITED);
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(isInvited ? acceptInvitation : resetPassword);
  const send = async (newPassword: string) => {
    await mutateAsync({ body: { token, newPassword } });
    await navigate(paths.login);
  };
  return (
    <MailedLinkFrame {...(isInvited ? INVITATION : RESET)}>
      <Form
        fieldSize="lg"
        autoComplete="on"
        errorField="newPassword"
        schema={newPasswordTwice}
        onSubmit={({ newPassword }) => send(newPassword)}
      >
        <PasswordOwner />
        <PasswordField name="newPassword" label="New Password" autoComplete="new-password" required />
        <PasswordField name="confirm" label="Confirm Password" autoComplete="new-password" required />
        <SubmitButton busyLabel={isInvited ? 'Saving...' : 'Resetting...'} mt="1">
          {isInvited ? 'Set Password' : 'Reset Password'}
        </SubmitButton>
      </Form>
    </MailedLinkFrame>
  );
}
