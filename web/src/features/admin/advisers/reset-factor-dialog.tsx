import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Adviser } from '#shared/contract/advisers.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { resetSecondFactor } from '../queries.ts';

/** The person's name, typed. */
const nameOf = (name: string) =>
  z.object({ name: z.string().check(z.refine((typed) => typed.trim() === name, `Type “${name}” to confirm`)) });

interface Props {
  adviser: Adviser;
  open: boolean;
  onClose: () => void;
}

/** Asks, by the person's name, before the second factors of somebody who has lost them are removed. */
export default function ResetFactorDialog({ adviser: { id, name }, ...dialog }: Props) {
  const { mutateAsync } = useMutation(resetSecondFactor);
  return (
    <FormDialog
      {...dialog}
      title="Reset Second Factor"
      schema={nameOf(name)}
      onSubmit={() => mutateAsync({ params: { id } })}
      submitLabel="Reset Second Factor"
      busyLabel="Resetting..."
      needs={['name']}
    >
      <Text color="fg.muted">
        The passkeys, the authenticator app and the recovery codes of <Words>{name}</Words> are removed, and all
        browsers signed out. From then on the password alone signs in. The person and the other admins are told by
        email.
      </Text>
      <Text color="fg.muted">
        Be sure that it is really this person who asks you: phone them, do not answer a mail.
      </Text>
      <TextField name="name" label="Type the person’s name to confirm" autoComplete="off" required />
    </FormDialog>
  );
}
