import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { addressConfirmation } from '#shared/contract/advisers.ts';
import { paths } from '../../lib/paths.ts';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { confirmAddress } from './queries.ts';

/** Confirms the address of a registration with the token of a mailed link, for who knows the password that was chosen with it. */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(confirmAddress);
  return (
    <AuthFrame
      title="Confirm Your Address"
      text="Enter the password that you registered with"
      tagline="Committed to your finances"
    >
      <Grid gap="4">
        <Form
          schema={addressConfirmation}
          extra={{ token }}
          onSubmit={(body) => mutateAsync({ body }).then(() => navigate(paths.login))}
        >
          <PasswordField name="password" label="Password" autoComplete="current-password" required />
          <SubmitButton busyLabel="Confirming..." mt="1">
            Confirm Address
          </SubmitButton>
        </Form>
        <Button asChild variant="ghost" colorPalette="gray">
          <Link to={paths.login}>Back to Login</Link>
        </Button>
      </Grid>
    </AuthFrame>
  );
}
