import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { addressConfirmation } from '#shared/contract/advisers.ts';
import { paths, tokenIn } from '../../lib/navigation/paths.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { MailedLinkFrame } from './form/auth-frame.tsx';
import { confirmAddress } from './form/queries.ts';

/**
 * Confirms the address of a registration. Needs the token of the emailed link and the password chosen at registration.
 */
export function Component() {
  const token = tokenIn(useParams()) ?? '';
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(confirmAddress);
  return (
    <MailedLinkFrame title="Confirm Your Address" text="Enter the password that you registered with">
      <Form
        fieldSize="lg"
        errorField="password"
        schema={addressConfirmation}
        extra={{ token }}
        onSubmit={(body) => mutateAsync({ body }).then(() => navigate(paths.login))}
      >
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton busyLabel="Confirming..." mt="1">
          Confirm Address
        </SubmitButton>
      </Form>
    </MailedLinkFrame>
  );
}
