import type { FirmSettings } from '#shared/contract/firm.ts';
import { type SectionName, settingsIn } from '#shared/settings.ts';
import { useListDraft, useValuesDraft } from '../../lib/drafts/values-draft.ts';
import { ClosedDays } from './closed-days.tsx';
import { OwnFactor } from './own-factor.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { ReminderPreview } from './reminder-preview.tsx';
import { type Extras, SectionForm } from './section-form.tsx';
import { typedIn } from './setting-field.tsx';

interface Props {
  section: SectionName;
  title: string;
  settings: FirmSettings;
  /** Refetches the settings and returns true on success. */
  onReload: () => Promise<boolean>;
}

function useDraft({ section, settings }: Props) {
  const saved: Readonly<Record<string, unknown>> = settings[section];
  const typed = settingsIn(section).flatMap((entry) => typedIn(entry, saved[entry[0]]));
  return useValuesDraft(`settings/values/${section}`, Object.fromEntries(typed));
}

const extrasOf = ({ section, settings }: Props): Extras => {
  if (section === 'staff') return { notes: { required: <OwnFactor key="own" /> } };
  if (section === 'mail') return { below: <QuietHours /> };
  return section === 'reminders' ? { below: <ReminderPreview firm={settings.firm} /> } : {};
};

function FirmForm(props: Props) {
  const draft = useDraft(props);
  const days = useListDraft('settings/closed-days', props.settings.firm.closedDays);
  return (
    <SectionForm
      {...props}
      draft={draft}
      isChanged={draft.isChanged || days.isChanged}
      restored={draft.restored ?? (days.isRestored ? { isOutdated: false } : undefined)}
      onReset={() => {
        draft.reset();
        days.reset();
      }}
      below={<ClosedDays days={days} />}
      more={days.isChanged ? { closedDays: days.shown } : {}}
    />
  );
}

function PlainForm(props: Props) {
  const draft = useDraft(props);
  const { isChanged, restored, reset } = draft;
  return (
    <SectionForm
      {...props}
      {...extrasOf(props)}
      draft={draft}
      isChanged={isChanged}
      restored={restored}
      onReset={reset}
    />
  );
}

/** Form of a section, with its parts that are no plain fields. */
export const SettingsSection = (props: Props) =>
  props.section === 'firm' ? <FirmForm {...props} /> : <PlainForm {...props} />;
