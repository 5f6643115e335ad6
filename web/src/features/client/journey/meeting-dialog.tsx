import type { Stage } from '#shared/contract/journey.ts';
import { londonParts } from '#shared/rules/london.ts';
import { meetingTitle } from '#shared/rules/meetings.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useForm } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { meetingForm } from './meeting-schema.ts';
import { changeStage } from './queries.ts';

function MeetingDay({ known }: { known: string | undefined }) {
  const day = useForm().values.date;
  const isPast = typeof day === 'string' && day !== '' && day < londonParts(new Date()).date;
  return (
    <DateField name="date" label="Date" hint={isPast ? 'This day is past.' : undefined} required defaultValue={known} />
  );
}

/** Sets or changes the date of a meeting. An unchanged date is not sent. */
export default function MeetingDialog({ stage, ...dialog }: DialogState & { stage: Stage }) {
  const known = stage.bookedFor === null ? undefined : londonParts(new Date(stage.bookedFor));
  const isUnchanged = (at: string) => {
    const { date, time } = londonParts(new Date(at));
    return date === known?.date && time === known.time;
  };
  const save = async (bookedFor: string) => (isUnchanged(bookedFor) ? undefined : changeStage(stage, { bookedFor }));
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title={`Date of ${meetingTitle(stage.stageNumber)}`}
      description="The client’s page shows this date. Nobody is emailed."
      draft={`meeting/${stage.id}`}
      schema={meetingForm}
      onSubmit={save}
      submitLabel="Save"
      busyLabel="Saving..."
      needs={['date', 'time']}
    >
      <MeetingDay known={known?.date} />
      <TextField type="time" name="time" label="Time" hint="London time" required defaultValue={known?.time} />
    </FormDialog>
  );
}
