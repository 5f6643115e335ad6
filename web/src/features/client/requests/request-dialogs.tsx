import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dueDate, oneOf } from '#shared/contract/fields.ts';
import type { Reminders } from '#shared/contract/reminders.ts';
import { type DocumentRequest, requestChange } from '#shared/contract/requests.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { MAX_REMINDER_PAUSE_DAYS } from '#shared/rules/lifetimes.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { changeRequest } from '../../../parts/request/request-changes.ts';
import { useSeenVersion } from '../../../parts/request/use-seen-version.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import type { Notice } from '../../../ui/overlay/notice.ts';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey-facts.ts';
import { changeClientReminders, pauseOf } from './queries.ts';

interface Props extends DialogState {
  request: DocumentRequest;
  notice: Notice | undefined;
}

const editing = z.extend(z.omit(requestChange, { version: true }), { dueDate });

const HELP = {
  file: { label: 'Help', hint: 'Say which document counts, in one or two sentences.' },
  sign: { label: 'Message', hint: 'Optional. The client reads this.' },
} as const;

/** Edits a request for a file or a signature. A document to sign keeps its stage. */
export function EditRequestDialog({ request, ...dialog }: Props) {
  const { id, version, kind, title, help, stageId, dueDate: due } = request;
  const stages = flatStages(useClient().stages).map((stage) => ({ value: stage.id, label: stageLabel(stage) }));
  const { mutateAsync, isError } = useMutation(changeRequest);
  const seen = useSeenVersion(version, { open: dialog.open, isRefused: isError });
  return (
    <FormDialog
      {...dialog}
      title="Edit Request"
      draft={`request/${id}`}
      schema={editing}
      onSubmit={(body) => mutateAsync({ params: { id }, body: { ...body, version: seen } })}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={['title']}
    >
      <TextField name="title" label="Title" defaultValue={title} required />
      <TextAreaField name="help" {...HELP[kind === 'sign' ? 'sign' : 'file']} rows={2} defaultValue={help ?? ''} />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        {kind !== 'sign' && (
          <SelectField
            name="stageId"
            label="Stage"
            options={[{ value: 'none', label: 'No stage' }, ...stages]}
            defaultValue={stageId ?? 'none'}
          />
        )}
        <DateField name="dueDate" label="Due Date" defaultValue={due ?? undefined} />
      </Grid>
    </FormDialog>
  );
}

const EMAIL_OPTIONS = [
  { value: 'firm', label: 'As the firm’s settings' },
  { value: 'off', label: 'Off' },
];

const reminding = z.object({ emails: oneOf(['firm', 'off']), pausedUntil: dueDate });

/** Switches a client's reminders on or off, and sets, moves or ends a pause. */
export function RemindersDialog({
  clientId,
  reminders,
  ...dialog
}: DialogState & { clientId: string; reminders: Reminders }) {
  const { mutateAsync } = useMutation(changeClientReminders);
  const pause = pauseOf(reminders);
  const today = londonParts(new Date()).date;
  return (
    <FormDialog
      {...dialog}
      title="Change Reminders"
      draft={`reminders/${clientId}`}
      schema={reminding}
      onSubmit={({ emails, pausedUntil }) =>
        mutateAsync({
          params: { id: clientId },
          body: { disabled: emails === 'off', ...(pausedUntil !== pause && { pausedUntil }) },
        })
      }
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <DateField
        name="pausedUntil"
        label="Pause Until"
        hint={`Optional, within ${MAX_REMINDER_PAUSE_DAYS} days. Clear the date to end a pause.`}
        min={addDays(today, 1)}
        max={addDays(today, MAX_REMINDER_PAUSE_DAYS)}
        defaultValue={pause ?? undefined}
      />
      <SelectField
        name="emails"
        label="Reminder Emails"
        hint="3 days before the due date, on the day, then weekly three times."
        options={EMAIL_OPTIONS}
        defaultValue={reminders.disabled ? 'off' : 'firm'}
      />
    </FormDialog>
  );
}
