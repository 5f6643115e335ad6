import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { RECOMMENDED } from '#shared/contract/setting-defaults.ts';
import { useValuesDraft, type ValuesDraft } from '../../lib/drafts/values-draft.ts';
import { errorToast, failureNotice } from '../../lib/http/failure.ts';
import { notify } from '../../lib/screen/notify.ts';
import { ADMIN_SCREENS } from '../../parts/screens.ts';
import { settingsQuery } from '../../parts/settings.ts';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FieldSkeletons, PageSection } from '../../ui/layout/page-section.tsx';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { FirmFields } from './firm-section.tsx';
import { MailFields } from './mail-section.tsx';
import { type PortalDraft, PortalFields, portalDraft } from './portal-section.tsx';
import type { SectionProps } from './section-form.tsx';
import { type StaffDraft, StaffFields, staffDraft } from './staff-section.tsx';

/** Drafts that "Apply Recommendations" changes in several sections together. */
interface Drafts {
  portal: ValuesDraft<PortalDraft>;
  staff: ValuesDraft<StaffDraft>;
}

interface Section {
  title: string;
  about: ReactNode;
  /** Number of placeholder fields while the settings load. */
  fields: number;
  Fields: ComponentType<SectionProps & { drafts: Drafts }>;
}

/** Sections of the page from top to bottom; each is saved separately. */
const SECTIONS: readonly Section[] = [
  {
    title: 'Firm',
    about: (
      <>
        <p>Shown to clients in emails and on their portal.</p>
        <p>Weekends and bank holidays in England and Wales are already closed. Add any other days.</p>
      </>
    ),
    fields: 4,
    Fields: FirmFields,
  },
  {
    title: 'Portal',
    about: (
      <>
        <p>Who can open a client’s portal, and for how long.</p>
        <p>You can set exceptions on a client’s page.</p>
      </>
    ),
    fields: 7,
    Fields: PortalFields,
  },
  {
    title: 'Staff Sign-in',
    about: (
      <>
        <p>How advisers and admins sign in.</p>
        <p>A second factor is a passkey or an authenticator app, which each person sets up on their own account.</p>
      </>
    ),
    fields: 12,
    Fields: StaffFields,
  },
  {
    title: 'Email',
    about: (
      <>
        <p>Automatic emails. All times are UK time.</p>
        <p>Portal links that you send go out immediately, at any time.</p>
      </>
    ),
    fields: 2,
    Fields: MailFields,
  },
];

/** Recommended settings as form values. */
const RECOMMENDED_DRAFT: { portal: Partial<PortalDraft>; staff: Partial<StaffDraft> } = {
  portal: { stepUp: RECOMMENDED.portal.stepUp, links: 'end', linkDays: String(RECOMMENDED.portal.linkDays) },
  staff: {
    secondFactor: RECOMMENDED.staff.secondFactor,
    idle: 'end',
    idleMinutes: String(RECOMMENDED.staff.idleMinutes),
    common: 'refused',
    byAdmin: 'change',
  },
};

const atMost = (most: number, value: number | null) => value !== null && value <= most;

/** Returns which recommended settings are met; stricter values count too. */
const areMet = ({ portal, staff }: FirmSettings): boolean[] => [
  portal.stepUp === RECOMMENDED.portal.stepUp,
  atMost(RECOMMENDED.portal.linkDays, portal.linkDays),
  staff.secondFactor === RECOMMENDED.staff.secondFactor,
  atMost(RECOMMENDED.staff.idleMinutes, staff.idleMinutes),
  staff.refuseCommonPasswords,
  staff.changeAdminPasswords,
];

const HEIGHT = { base: '7.5rem', sm: '4.5rem' };

const RecommendedSkeleton = () => <Skeleton height={HEIGHT} mb="7" borderRadius="l3" aria-hidden />;

/** Number of recommended settings that are met, and a button that fills in all of them for review. */
function Recommended({ settings, onFill }: { settings: FirmSettings; onFill: () => void }) {
  const [isFilled, setFilled] = useState(false);
  const settled = areMet(settings);
  const count = settled.filter(Boolean).length;
  const isAll = count === settled.length;
  const fill = () => {
    onFill();
    setFilled(true);
  };
  const Icon = isAll ? ShieldCheck : ShieldQuestionMark;
  return (
    <Sheet px={{ base: '4', md: '6' }} py="4" mb="7" minH={HEIGHT} display="grid" alignItems="center">
      <Flex gap="3" align="center" justify="space-between" wrap="wrap">
        <Flex gap="3" align="center" color={isAll ? 'green.fg' : 'fg'} flex="1 1 20rem">
          <Icon size={22} aria-hidden />
          <Text role="status" fontWeight="medium">
            <span>{`${isAll ? 'All' : `${count} of`} ${settled.length} security recommendations applied`}</span>
            {isFilled && !isAll && (
              <Text as="span" display="block" textStyle="sm" fontWeight="normal" color="fg.muted">
                The recommended values are filled in below. Check them, then save Portal and Staff Sign-in.
              </Text>
            )}
          </Text>
        </Flex>
        {!isAll && (
          <Button variant="outline" onClick={fill}>
            Apply Recommendations
          </Button>
        )}
      </Flex>
    </Sheet>
  );
}

const Loading = () => (
  <>
    <RecommendedSkeleton />
    {SECTIONS.map(({ title, about, fields }) => (
      <PageSection key={title} title={title} about={about}>
        <FieldSkeletons count={fields} />
      </PageSection>
    ))}
  </>
);

function Sections(props: SectionProps) {
  const portal = useValuesDraft('settings/portal', portalDraft(props.settings.portal));
  const staff = useValuesDraft('settings/staff', staffDraft(props.settings.staff));
  const fill = () => {
    portal.set(RECOMMENDED_DRAFT.portal);
    staff.set(RECOMMENDED_DRAFT.staff);
  };
  return (
    <>
      <Recommended settings={props.settings} onFill={fill} />
      {SECTIONS.map(({ title, about, Fields }) => (
        <PageSection key={title} title={title} about={about}>
          <Fields {...props} drafts={{ portal, staff }} />
        </PageSection>
      ))}
    </>
  );
}

function Settings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const reload = async () => {
    const { isError, error: reason } = await refetch();
    if (isError) notify(failureNotice(reason, errorToast('Failed to reload the settings')), 'error');
    return !isError;
  };
  if (!data && error) return <ErrorState title="The settings could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  return <Sections settings={data} onReload={reload} />;
}

export const Component = () => (
  <Page title="Settings" subtitle="Settings for the whole firm">
    <PageTabs label="Admin" pages={ADMIN_SCREENS} />
    <Settings />
  </Page>
);
