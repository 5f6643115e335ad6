import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dueDate } from '#shared/contract/fields.ts';
import { type DocumentRequest, requestChange } from '#shared/contract/requests.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { Notice } from '../../ui/overlay/notice.ts';
import { changeRequest } from './request-changes.ts';
import { useSeenVersion } from './use-seen-version.ts';

interface Props extends DialogState {
  request: Pick<DocumentRequest, 'id' | 'version' | 'help' | 'dueDate'>;
  notice: Notice | undefined;
}

const editing = z.extend(z.pick(requestChange, { help: true }), { dueDate });

/** Title and stage of a fact-find stay. */
export default function EditFactfindDialog({ request, ...dialog }: Props) {
  const { id, version, help, dueDate: due } = request;
  const { mutateAsync, isError } = useMutation(changeRequest);
  const seen = useSeenVersion(version, { open: dialog.open, isRefused: isError });
  return (
    <FormDialog
      {...dialog}
      title="Edit Fact-Find"
      draft={`request/${id}`}
      schema={editing}
      onSubmit={(body) => mutateAsync({ params: { id }, body: { ...body, version: seen } })}
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <TextAreaField
        name="help"
        label="Message"
        hint="Optional. The client reads this."
        rows={3}
        defaultValue={help ?? ''}
      />
      <DateField name="dueDate" label="Due Date" defaultValue={due ?? undefined} />
    </FormDialog>
  );
}
