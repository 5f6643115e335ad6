import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import { SECTION_IDS } from '#shared/rules/factfind-shape.ts';
import { settingsOfSection } from '#shared/settings.ts';
import { useDraft } from '../../lib/drafts/drafts.ts';
import { useListDraft, useValuesDraft } from '../../lib/drafts/values-draft.ts';
import { factfindFormQuery } from '../../parts/request/factfind-form.ts';
import { templatesQuery } from '../../parts/request/requests.ts';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { NotLoaded } from '../../ui/eager/state.tsx';
import { FieldSkeletons } from '../../ui/layout/page-section.tsx';
import { ClosedDays } from './closed-days.tsx';
import { Fold } from './fold.tsx';
import { LegalPreview } from './legal-preview.tsx';
import { OwnFactor } from './own-factor.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { type Extras, SectionForm } from './section-form.tsx';
import type { FormInfo, OwnInfo } from './sections.ts';
import { typedIn } from './setting-field.tsx';

const ReminderPreview = lazyPart(() => import('./reminder-preview.tsx'), NotLoaded);
const FactfindFields = lazyPart(() => import('./factfind-section.tsx'), NotLoaded);
const TemplatesFields = lazyPart(() => import('./templates-section.tsx'), NotLoaded);

interface Props {
  info: FormInfo;
  settings: FirmSettings;
}

function useSectionDraft({ info: { section }, settings }: Props) {
  const saved: Readonly<Record<string, unknown>> = settings[section];
  const typed = settingsOfSection(section).flatMap((entry) => typedIn(entry, saved[entry[0]]));
  return useValuesDraft(`settings/values/${section}`, Object.fromEntries(typed));
}

const extrasOf = ({ info: { section }, settings }: Props, typed: Readonly<Record<string, string>>): Extras => {
  if (section === 'legal') return { below: <LegalPreview firm={settings.firm} typed={typed} /> };
  if (section === 'staff') return { notes: { required: <OwnFactor key="own" /> } };
  if (section === 'mail') return { below: <QuietHours /> };
  if (section !== 'reminders') return {};
  const preview = (
    <Suspense>
      <ReminderPreview firm={settings.firm} />
    </Suspense>
  );
  return { below: preview };
};

function FirmSection({ info, ...props }: Props) {
  const draft = useSectionDraft({ info, ...props });
  const days = useListDraft('settings/closed-days', props.settings.firm.closedDays);
  const isChanged = draft.isChanged || days.isChanged;
  return (
    <Fold {...info} anchor={info.section} state={info.stateOf(props.settings)} isChanged={isChanged}>
      <SectionForm
        {...props}
        section={info.section}
        title={info.title}
        draft={draft}
        isChanged={isChanged}
        restored={draft.restored ?? (days.isRestored ? { isOutdated: false } : undefined)}
        onReset={() => {
          draft.reset();
          days.reset();
        }}
        below={<ClosedDays days={days} />}
        more={days.isChanged ? { closedDays: days.shown } : {}}
      />
    </Fold>
  );
}

function PlainSection({ info, ...props }: Props) {
  const draft = useSectionDraft({ info, ...props });
  const { isChanged, restored, reset } = draft;
  return (
    <Fold {...info} anchor={info.section} state={info.stateOf(props.settings)} isChanged={isChanged}>
      <SectionForm
        {...props}
        {...extrasOf({ info, ...props }, draft.shown)}
        section={info.section}
        title={info.title}
        draft={draft}
        isChanged={isChanged}
        restored={restored}
        onReset={reset}
      />
    </Fold>
  );
}

/** Section of the table with its form, and with its parts that are no plain fields. */
export const SettingsSection = (props: Props) =>
  props.info.section === 'firm' ? <FirmSection {...props} /> : <PlainSection {...props} />;

interface OwnProps {
  info: OwnInfo;
}

function TemplatesSection({ info }: OwnProps) {
  const draft = useDraft('settings/request-templates', (_theirs, own) => own);
  const count = useQuery({ ...templatesQuery, select: ({ templates }) => templates.length }).data;
  const state = count === undefined ? undefined : `${countOf(count, 'document')} in the list`;
  return (
    <Fold {...info} state={state} isChanged={draft.text !== ''}>
      <Suspense fallback={<FieldSkeletons count={6} />}>
        <TemplatesFields draft={draft} />
      </Suspense>
    </Fold>
  );
}

function FactfindSection({ info }: OwnProps) {
  const draft = useDraft('settings/factfind-form', (_theirs, own) => own);
  const { data } = useQuery(factfindFormQuery);
  const state =
    data &&
    listOf([
      `${SECTION_IDS.length - data.off.length} of ${countOf(SECTION_IDS.length, 'section')}`,
      data.own.length > 0 ? `${countOf(data.own.length, 'question')} of your own` : 'no questions of your own',
    ]);
  return (
    <Fold {...info} state={state} isChanged={draft.text !== ''}>
      <Suspense fallback={<FieldSkeletons count={6} />}>
        <FactfindFields draft={draft} />
      </Suspense>
    </Fold>
  );
}

/** Section that is saved by a call of its own. */
export const OwnSection = ({ info }: OwnProps) =>
  info.anchor === 'factfind-form' ? <FactfindSection info={info} /> : <TemplatesSection info={info} />;
