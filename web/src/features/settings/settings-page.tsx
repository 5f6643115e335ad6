import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FirmSettings } from '#shared/contract/firm.ts';
import type { SectionName } from '#shared/settings.ts';
import { errorToast, failureNotice } from '../../lib/http/failure.ts';
import { paths, RECOMMENDATIONS } from '../../lib/navigation/paths.ts';
import { notify } from '../../lib/screen/notify.ts';
import { recommendations } from '../../parts/recommendations.ts';
import { ADMIN_SCREENS } from '../../parts/screens.ts';
import { settingsQuery } from '../../parts/settings.ts';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FieldSkeletons, PageSection } from '../../ui/layout/page-section.tsx';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { SettingsSection } from './section.tsx';
import { TemplatesFields } from './templates-section.tsx';

interface Section {
  title: string;
  about: ReactNode;
  /** Number of placeholder fields while the settings load. */
  fields: number;
  section?: SectionName;
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
    section: 'firm',
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
    section: 'portal',
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
    section: 'staff',
  },
  {
    title: 'Documents',
    about: (
      <>
        <p>Files that you and your clients upload.</p>
        <p>Files over 4 MB are sent in parts, so a lost connection costs little.</p>
      </>
    ),
    fields: 1,
    section: 'documents',
  },
  {
    title: 'Documents to Ask For',
    about: (
      <>
        <p>Documents that you often need. “Ask for Documents” offers them by stage, in this order.</p>
        <p>Changes apply to new requests only.</p>
      </>
    ),
    fields: 6,
  },
  {
    title: 'Providers',
    about: (
      <>
        <p>When to chase a letter of authority that has no answer.</p>
        <p>Weekends, bank holidays and your closed days do not count. Changes apply from each letter’s next step.</p>
      </>
    ),
    fields: 2,
    section: 'providers',
  },
  {
    title: 'Reminders',
    about: (
      <>
        <p>Automatic emails to clients about what is still open. They stop when it is done.</p>
        <p>You can change or pause them on a client’s page. Reminders due in your quiet hours are sent afterwards.</p>
      </>
    ),
    fields: 9,
    section: 'reminders',
  },
  {
    title: 'Stuck',
    about: (
      <>
        <p>When “Stuck” lists a client whose journey does not move, with the reason.</p>
        <p>Weekends, bank holidays and your closed days do not count.</p>
      </>
    ),
    fields: 2,
    section: 'insight',
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
    section: 'mail',
  },
];

const RecommendationsDialog = lazyDialog(() => import('./recommendations-dialog.tsx'));

const HEIGHT = { base: '7.5rem', sm: '4.5rem' };

const RecommendedSkeleton = () => <Skeleton height={HEIGHT} mb="7" borderRadius="l3" aria-hidden />;

/** Number of applied recommendations, and a button that opens all of them for review. */
function Recommended({ settings }: { settings: FirmSettings }) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const all = recommendations(settings);
  const count = all.filter(({ isApplied }) => isApplied).length;
  const isAll = count === all.length;
  const [isOpen, setOpen] = useState(hash === RECOMMENDATIONS && !isAll);
  const close = () => {
    setOpen(false);
    // Otherwise the dialog opens again when the page is reloaded.
    if (hash) void navigate(paths.settings, { replace: true, preventScrollReset: true });
  };
  const Icon = isAll ? ShieldCheck : ShieldQuestionMark;
  return (
    <Sheet tabIndex={-1} px={{ base: '4', md: '6' }} py="4" mb="7" minH={HEIGHT} display="flex" alignItems="center">
      <Flex gap="3" align="center" justify="space-between" wrap="wrap" flex="1" minW="0">
        <Flex gap="3" align="center" color={isAll ? 'green.fg' : 'fg'} flex="1 1 20rem">
          <Icon size={22} aria-hidden />
          <Text role="status" fontWeight="medium">
            <span>{`${isAll ? 'All' : `${count} of`} ${all.length} recommendations applied`}</span>
          </Text>
        </Flex>
        {!isAll && (
          <Button variant="outline" onClick={() => setOpen(true)}>
            Review Recommendations
          </Button>
        )}
      </Flex>
      <RecommendationsDialog settings={settings} open={isOpen} onClose={close} />
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

interface SectionsProps {
  settings: FirmSettings;
  onReload: () => Promise<boolean>;
}

const Sections = (props: SectionsProps) => (
  <>
    <Recommended settings={props.settings} />
    {SECTIONS.map(({ title, about, section }) => (
      <PageSection key={title} title={title} about={about}>
        {section ? <SettingsSection {...props} section={section} title={title} /> : <TemplatesFields />}
      </PageSection>
    ))}
  </>
);

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
