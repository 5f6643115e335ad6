import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { credentials } from '#shared/contract/advisers.ts';
import { CONFIRMATION_LINK } from '#shared/rules/lifetimes.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { knowsPasskeys, offersPasskeys } from '../../../lib/http/knows-passkeys.ts';
import { PasskeyButton } from '../../../parts/account/passkey-button.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { login, loginByPasskey, ownRegistration, type Passkey, register, takeOfferedPasskey } from './queries.ts';

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'];
/** Less than the 5 minutes for which the server keeps a challenge. */
const ASKS_AGAIN_AFTER_MS = 4 * MINUTE_MS;

/**
 * Offers passkeys in the autofill of the address field. Starts at the first touch, so that an unattended page sends
 * nothing. Skipped while `isBusy`, as browsers allow one passkey request at a time. Ignores errors, as there are other
 * ways to sign in.
 */
function usePasskeyAutofill(onPasskey: (passkey: Passkey) => Promise<unknown>, isBusy: boolean) {
  const submit = useEffectEvent(onPasskey);
  const busy = useEffectEvent(() => isBusy);
  useEffect(() => {
    const stop = new AbortController();
    let askedAt = 0;
    // The user may be signing in another way by now. Browsers allow one passkey request, and this one must not abort
    // theirs.
    const isWanted = () => !busy() && !stop.signal.aborted;
    const ask = async () => {
      if (busy() || Date.now() - askedAt < ASKS_AGAIN_AFTER_MS) return;
      askedAt = Date.now();
      if (!(await offersPasskeys()) || !isWanted()) return;
      const passkey = await takeOfferedPasskey(isWanted);
      if (passkey && isWanted()) await submit(passkey);
    };
    const onTouch = () => void ask().catch(() => undefined);
    for (const touch of TOUCHES) window.addEventListener(touch, onTouch, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, []);
}

const CheckMail = ({ address }: { address: string }) => (
  <Box role="status" bg="brand.subtle" color="brand.fg" borderRadius="l2" px="4" py="3">
    <Text fontWeight="medium">We have sent you an email. Open its link to finish.</Text>
    <Text textStyle="sm" mt="1" overflowWrap="anywhere">
      It went to <span translate="no">{address}</span>
      <span>{`. The link works for ${CONFIRMATION_LINK.words}. To get a new one, sign in with the password that you chose.`}</span>
    </Text>
  </Box>
);

/** Creates an adviser's account and signs in, or reports that the address must be confirmed first. */
export function RegisterForm() {
  const { mutateAsync } = useMutation(register);
  const enter = useAfterSignIn();
  const [mailed, setMailed] = useState<string>();
  if (mailed !== undefined) return <CheckMail address={mailed} />;
  const send = async (body: z.output<typeof ownRegistration>) => {
    const me = await mutateAsync(body);
    if (me) await enter(me, body);
    else setMailed(body.email);
  };
  return (
    <Form fieldSize="lg" autoComplete="on" errorField="email" schema={ownRegistration} onSubmit={send}>
      <TextField name="name" label="Full Name" autoComplete="name" required />
      <EmailField autoComplete="email" />
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

function PasskeySignIn() {
  const { mutateAsync, error, isPending, isSuccess } = useMutation(loginByPasskey);
  const enter = useAfterSignIn();
  const signIn = async (passkey?: Passkey) => {
    if (!isPending) await mutateAsync(passkey).then(enter);
  };
  // Stays busy until the next page opens: a passkey offered meanwhile would sign in a second time.
  usePasskeyAutofill(signIn, isPending || isSuccess);
  return (
    <PasskeyButton size="lg" variant="outline" colorPalette="gray" onAction={() => signIn()} error={error}>
      <KeyRound aria-hidden />
      Sign In with a Passkey
    </PasskeyButton>
  );
}

export function SignInForm() {
  const { mutateAsync } = useMutation(login);
  const enter = useAfterSignIn();
  return (
    <>
      <Form
        fieldSize="lg"
        autoComplete="on"
        errorField="password"
        schema={credentials}
        onSubmit={(body) => mutateAsync({ body }).then((me) => enter(me, body))}
      >
        <EmailField autoComplete="username webauthn" />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton busyLabel="Signing in..." mt="1">
          Sign In
        </SubmitButton>
      </Form>
      {knowsPasskeys() && <PasskeySignIn />}
    </>
  );
}
