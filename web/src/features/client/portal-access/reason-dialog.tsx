import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requiredLine } from '#shared/contract/fields.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import type { DialogState } from '../../../ui/overlay/lazy-dialog.tsx';
import { useClient } from '../client-context.ts';
import { setStepUp } from './queries.ts';

const typed = z.object({ stepUpReason: requiredLine(LIMITS.title, 'Enter a reason') });

/** Asks for the reason why a client's devices need no code; the audit log keeps it. */
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
      description="Anyone with the link can then open this client’s portal, whatever the firm’s settings. The reason is kept in the client’s activity."
      submitLabel="Never Ask"
      busyLabel="Saving..."
      needs={['stepUpReason']}
    >
      <TextField
        name="stepUpReason"
        label="Reason"
        autoComplete="off"
        placeholder="Has no e-mail of their own"
        required
      />
    </FormDialog>
  );
}
