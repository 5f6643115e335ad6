import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { appCode, recoveryCode } from '#shared/contract/account.ts';
import type { HalfSignedIn } from '#shared/contract/advisers.ts';
import type { InputOf } from '#shared/contract/api.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { PasskeyButton } from '../../parts/account/passkey-button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { useAfterSignIn, useRestartSignIn } from './form/after-sign-in.ts';
import { LoginFrame } from './form/auth-frame.tsx';
import { proveByCode, proveByPasskey } from './form/queries.ts';

type Way = NonNullable<HalfSignedIn['methods']>[number];

const WAYS: Record<Way, { title: string; text: string; instead: string }> = {
  totp: {
    title: 'Code from Your App',
    text: 'Enter the 6-digit code from your authenticator app.',
    instead: 'Use a Code from Your App Instead',
  },
  passkey: {
    title: 'Your Passkey',
    text: 'Use your passkey to confirm that it’s you.',
    instead: 'Use a Passkey Instead',
  },
  recovery: {
    title: 'Recovery Code',
    text: 'Enter one of the codes that you saved when you set up your second factor. Each works once.',
    instead: 'Use a Recovery Code Instead',
  },
};
/** Preferred method first. */
const ORDER = Object.keys(WAYS) as Way[];

const APP = z.object({ code: appCode });
const RECOVERY = z.object({ recovery: recoveryCode });

const focus = (element: HTMLElement | null) => element?.focus();

type Proof = InputOf<'POST /api/auth/second-factor'>;

const CodeForm = ({ onProof }: { onProof: (proof: Proof) => Promise<unknown> }) => (
  <Form key="totp" fieldSize="lg" autoComplete="on" errorField="code" schema={APP} onSubmit={onProof}>
    <TextField ref={focus} name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" required />
    <SubmitButton busyLabel="Signing in...">Sign In</SubmitButton>
  </Form>
);

const RecoveryForm = ({ onProof }: { onProof: (proof: Proof) => Promise<unknown> }) => (
  <Form key="recovery" fieldSize="lg" errorField="recovery" schema={RECOVERY} onSubmit={onProof}>
    <TextField ref={focus} name="recovery" label="Recovery code" autoCapitalize="none" spellCheck={false} required />
    <SubmitButton busyLabel="Signing in...">Sign In</SubmitButton>
  </Form>
);

function SecondFactor({ methods }: { methods: readonly Way[] }) {
  const ways = ORDER.filter((way) => methods.includes(way));
  const [way, setWay] = useState(ways[0] ?? 'recovery');
  const byCode = useMutation(proveByCode);
  const byPasskey = useMutation(proveByPasskey);
  const enter = useAfterSignIn();
  const { back, backIfEnded } = useRestartSignIn();
  const send = (body: Proof) => byCode.mutateAsync({ body }).then(enter, backIfEnded);
  const sendPasskey = () => byPasskey.mutateAsync().then(enter, backIfEnded);
  const { title, text } = WAYS[way];
  return (
    <LoginFrame title={title} text={text}>
      <Grid gap="4" templateColumns="minmax(0, 1fr)">
        {way === 'totp' && <CodeForm onProof={send} />}
        {way === 'recovery' && <RecoveryForm onProof={send} />}
        {way === 'passkey' && (
          <PasskeyButton ref={focus} size="lg" onAction={sendPasskey} error={byPasskey.error}>
            Use a Passkey
          </PasskeyButton>
        )}
        <Grid borderTopWidth="1px" pt="4" gap="2">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} size="lg" variant="outline" colorPalette="gray" onClick={() => setWay(other)}>
                {WAYS[other].instead}
              </Button>
            ))}
          <Button size="lg" variant="ghost" colorPalette="gray" onClick={back}>
            Back
          </Button>
        </Grid>
      </Grid>
    </LoginFrame>
  );
}

export function Component() {
  const { state }: { state: Pick<HalfSignedIn, 'methods'> | null } = useLocation();
  if (!state) return <Navigate to={paths.login} replace />;
  return <SecondFactor methods={state.methods ?? ORDER} />;
}
