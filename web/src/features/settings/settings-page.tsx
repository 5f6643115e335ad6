import { useQuery } from '@tanstack/react-query';
import { errorToast, failureNotice } from '../../lib/failure.ts';
import { notify } from '../../lib/notify.ts';
import { AdminNavigation } from '../../parts/admin-navigation.tsx';
import { settingsQuery } from '../../parts/settings.ts';
import { Page } from '../../ui/page.tsx';
import { FieldSkeletons, PageSection } from '../../ui/page-section.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { ABOUT_FIRM, FirmSection } from './firm-section.tsx';
import { ABOUT_MAIL, MailSection } from './mail-section.tsx';

const Loading = () => (
  <>
    <PageSection title="Firm" about={ABOUT_FIRM}>
      <FieldSkeletons count={4} />
    </PageSection>
    <PageSection title="Mail" about={ABOUT_MAIL}>
      <FieldSkeletons count={2} />
    </PageSection>
  </>
);

function Sections() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const reload = async () => {
    const { isError, error: reason } = await refetch();
    if (isError) notify(failureNotice(reason, errorToast('Failed to reload the settings')), 'error');
    return !isError;
  };
  if (!data && error) return <ErrorState title="The settings could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  return (
    <>
      <FirmSection settings={data} onReload={reload} />
      <MailSection settings={data} onReload={reload} />
    </>
  );
}

/** What admins set for the whole firm, a section at a time. */
export const Component = () => (
  <Page title="Settings" subtitle="What holds for the whole firm, its clients and their mail">
    <AdminNavigation />
    <Sections />
  </Page>
);
