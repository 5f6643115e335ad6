import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { register } from './queries.ts';
import { ownRegistration } from './schemas.ts';
import { useEnter } from './use-enter.ts';

const CheckMail = ({ address }: { address: string }) => (
  <Box role="status" bg="brand.subtle" color="brand.fg" borderRadius="l2" px="4" py="3">
    <Text fontWeight="medium">We have sent you an email. Open its link to finish.</Text>
    <Text textStyle="sm" mt="1" overflowWrap="anywhere">
      It went to {address}, and its link works for one hour. To be sent another one, sign in with the password that you
      chose.
    </Text>
  </Box>
);

/** Makes an adviser's account and signs in to it; where the address has to be confirmed first, says so. */
export function RegisterForm() {
  const { mutateAsync } = useMutation(register);
  const enter = useEnter();
  const [mailed, setMailed] = useState<string>();
  if (mailed !== undefined) return <CheckMail address={mailed} />;
  const send = async (body: z.output<typeof ownRegistration>) => {
    const me = await mutateAsync(body);
    if (me) await enter(me, body.password);
    else setMailed(body.email);
  };
  return (
    <Form fieldSize="lg" tellsAt="email" schema={ownRegistration} onSubmit={send}>
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
