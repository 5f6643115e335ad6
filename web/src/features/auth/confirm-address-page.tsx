import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import * as z from 'zod/mini';
import { addressConfirmation } from '#shared/contract/advisers.ts';
import { givenPassword } from '#shared/contract/fields.ts';
import { paths, tokenIn } from '../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField, PasswordOwner } from '../../ui/form/password-field.tsx';
import { MailedLinkFrame } from './form/auth-frame.tsx';
import { confirmAddress, confirmChange } from './form/queries.ts';

const registrationConfirmation = z.extend(addressConfirmation, { password: givenPassword });

/** Confirms the address of a registration by its password. */
function ConfirmRegistration({ token }: { token: string }) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(confirmAddress);
  return (
    <MailedLinkFrame title="Confirm Your Address" text="Enter the password that you registered with">
      <Form
        fieldSize="lg"
        autoComplete="on"
        errorField="password"
        schema={registrationConfirmation}
        extra={{ token }}
        onSubmit={(body) => mutateAsync({ body }).then(() => navigate(paths.login))}
      >
        <PasswordOwner />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton busyLabel="Confirming..." mt="1">
          Confirm Address
        </SubmitButton>
      </Form>
    </MailedLinkFrame>
  );
}

/** Texts by the hash of the link, which names the mailbox. */
const CHANGES = [
  {
    hash: '#new',
    title: 'Confirm Your New Address',
    text: 'Confirm that you want to use this email address from now on.',
  },
  {
    hash: '#old',
    title: 'Confirm Your Change of Address',
    text: 'Confirm that you asked for this. If you didn’t, close this page and choose a new password.',
  },
];

function ConfirmButton({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const { mutateAsync } = useMutation(confirmChange);
  const toLink = useFocusFallback((button) => button.closest('main')?.querySelector('a') ?? null);
  return (
    <ActionButton
      ref={toLink}
      size="lg"
      onAction={() => mutateAsync(token).then(({ message }) => onDone(message))}
      busyLabel="Confirming..."
    >
      Confirm Address
    </ActionButton>
  );
}

function ConfirmChange({ token, title, text }: { token: string; title: string; text: string }) {
  const [done, setDone] = useState<string>();
  if (done !== undefined) return <MailedLinkFrame title="Address Confirmed" text={done} />;
  return (
    <MailedLinkFrame title={title} text={text}>
      <ConfirmButton token={token} onDone={setDone} />
    </MailedLinkFrame>
  );
}

/** Confirms the address of a registration, or one mailbox of a changed address. Opening the page confirms nothing. */
export function Component() {
  const token = tokenIn(useParams()) ?? '';
  const { hash } = useLocation();
  const change = CHANGES.find((one) => hash.startsWith(one.hash));
  return change ? <ConfirmChange {...change} token={token} /> : <ConfirmRegistration token={token} />;
}
