import * as z from 'zod/mini';
import { day } from '#shared/contract/fields.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { londonInstant, londonParts } from '#shared/rules/london.ts';
import { meetingTitle } from '#shared/rules/meetings.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { changeStage } from './queries.ts';

const meetingForm = z.object({
  date: day,
  time: z.string().check(z.regex(/^\d{2}:\d{2}$/, 'Must be a time such as 10:30')),
});

/** Sets or changes the date of a meeting. An unchanged date is not sent. */
export default function MeetingDialog({ stage, ...dialog }: DialogState & { stage: Stage }) {
  const known = stage.bookedFor === null ? undefined : londonParts(new Date(stage.bookedFor));
  const save = async ({ date, time }: z.infer<typeof meetingForm>) =>
    date === known?.date && time === known.time
      ? undefined
      : changeStage(stage, { bookedFor: londonInstant(date, time).toISOString() });
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title={`Date of ${meetingTitle(stage.stageNumber)}`}
      draft={`meeting/${stage.id}`}
      schema={meetingForm}
      onSubmit={save}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={['date', 'time']}
    >
      <DateField name="date" label="Date" required defaultValue={known?.date} />
      <TextField type="time" name="time" label="Time" hint="London time" required defaultValue={known?.time} />
    </FormDialog>
  );
}
