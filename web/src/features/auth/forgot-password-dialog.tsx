import { useMutation } from '@tanstack/react-query';
import { forgottenPassword } from '#shared/contract/advisers.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { forgotPassword } from './form/queries.ts';

/** Requests an email with the reset link. Starts empty each time it opens. */
export default function ForgotPasswordDialog(dialog: { open: boolean; onClose: () => void }) {
  const { mutateAsync } = useMutation(forgotPassword);
  return (
    <FormDialog
      {...dialog}
      title="Reset Password"
      description="Enter your email address and we will send you a link to choose a new password."
      size="sm"
      autoComplete="on"
      schema={forgottenPassword}
      onSubmit={(body) => mutateAsync({ body })}
      submitLabel="Send Reset Link"
      busyLabel="Sending..."
      needs={['email']}
    >
      <EmailField autoComplete="email" />
    </FormDialog>
  );
}
