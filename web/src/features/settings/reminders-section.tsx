import * as z from 'zod/mini';
import { RANGES } from '#shared/contract/setting-defaults.ts';
import { remindersSection } from '#shared/contract/settings.ts';
import { useValuesDraft } from '../../lib/drafts/values-draft.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { NumberField, typedNumber } from './number-field.tsx';
import { Policy } from './policy.tsx';
import { ReminderPreview } from './reminder-preview.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';

const typed = z.object({
  'reminders.at': remindersSection.shape.at,
  'reminders.tries': typedNumber(remindersSection.shape.tries),
});

const PATTERN_OPTIONS = {
  off: { label: 'Off' },
  gentle: { label: 'Gentle: 3 days before, on the day, then weekly three times' },
  standard: { label: 'Standard: 3 days before, on the day, after 3 and 7 days, then weekly three times' },
} as const;

export const TASK_REMINDERS = {
  ...PATTERN_OPTIONS,
  gentle: { ...PATTERN_OPTIONS.gentle, why: 'clients forget tasks as easily as documents.' },
} as const;

const QUARTER_SECONDS = 900;

export function RemindersFields(props: SectionProps) {
  const { reminders, firm } = props.settings;
  const draft = useValuesDraft('settings/reminders', { ...reminders, tries: String(reminders.tries) });
  const { shown, set, reset, restored, isChanged } = draft;
  return (
    <SectionForm
      {...props}
      schema={typed}
      sectionOf={(values) => ({
        reminders: {
          requests: shown.requests,
          tasks: shown.tasks,
          at: values['reminders.at'],
          tries: values['reminders.tries'],
        },
      })}
      onReset={reset}
      restored={restored}
      isChanged={isChanged}
      save="Save Reminders"
    >
      {(hint) => (
        <>
          <Policy
            name="reminders.requests"
            label="Remind clients of documents you asked for"
            hint={hint((saved) => PATTERN_OPTIONS[saved.reminders.requests].label)}
            options={PATTERN_OPTIONS}
            value={shown.requests}
            onChoose={(requests) => set({ requests })}
          />
          <Policy
            name="reminders.tasks"
            label="Remind clients of tasks with a due date"
            hint={hint((saved) => TASK_REMINDERS[saved.reminders.tasks].label)}
            options={TASK_REMINDERS}
            value={shown.tasks}
            onChoose={(tasks) => set({ tasks })}
          />
          <TextField
            name="reminders.at"
            label="Send at"
            type="time"
            step={QUARTER_SECONDS}
            width={{ sm: '10rem' }}
            value={shown.at}
            onChange={({ target }) => set({ at: target.value })}
            hint={hint(
              (saved) => saved.reminders.at,
              'On working days only, one email about everything, at most every second day.',
            )}
            required
          />
          <NumberField
            name="reminders.tries"
            label="Stop after so many without a visit"
            hint={hint((saved) => String(saved.reminders.tries), `From ${RANGES.tries.join(' to ')}.`)}
            value={shown.tries}
            onType={(tries) => set({ tries })}
          />
          <ReminderPreview firm={firm} />
        </>
      )}
    </SectionForm>
  );
}
