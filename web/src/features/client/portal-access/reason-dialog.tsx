import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requiredLine } from '#shared/contract/fields.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { DialogState } from '../../../ui/lazy-dialog.tsx';
import { useClient } from '../client-context.ts';
import { setStepUp } from './queries.ts';

const typed = z.object({ stepUpReason: requiredLine(LIMITS.title, 'Say why') });

/** Asks why a client's devices need not be confirmed, which is kept in the client's record. */
export default function ReasonDialog(dialog: DialogState) {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(setStepUp(id));
  return (
    <FormDialog
      {...dialog}
      schema={typed}
      onSubmit={({ stepUpReason }) => mutateAsync({ params: { id }, body: { stepUp: 'off', stepUpReason } })}
      title="Never ask for a code?"
      draft={`reason/${id}`}
      description="Whoever has the link then opens this client’s page, whatever the firm’s settings say. Why is kept in the client’s record."
      submitLabel="Never Ask"
      busyLabel="Saving..."
      needs={['stepUpReason']}
    >
      <TextField name="stepUpReason" label="Why" autoComplete="off" placeholder="Has no e-mail of their own" required />
    </FormDialog>
  );
}
