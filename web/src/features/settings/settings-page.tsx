import { useQuery } from '@tanstack/react-query';
import { errorToast, failureNotice } from '../../lib/http/failure.ts';
import { notify } from '../../lib/screen/notify.ts';
import { AdminNavigation } from '../../parts/admin-navigation.tsx';
import { settingsQuery } from '../../parts/settings.ts';
import { ErrorState } from '../../ui/feedback/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FieldSkeletons, PageSection } from '../../ui/layout/page-section.tsx';
import { ABOUT_FIRM, FirmSection } from './firm-section.tsx';
import { ABOUT_MAIL, MailSection } from './mail-section.tsx';
import { ABOUT_PORTAL, PortalSection, portalDraft } from './portal-section.tsx';
import { RECOMMENDED_DRAFT, Recommended, RecommendedSkeleton } from './recommended.tsx';
import type { SectionProps } from './section-form.tsx';
import { ABOUT_STAFF, StaffSection, staffDraft } from './staff-section.tsx';
import { useDraft } from './use-draft.ts';

const Loading = () => (
  <>
    <RecommendedSkeleton />
    <PageSection title="Firm" about={ABOUT_FIRM}>
      <FieldSkeletons count={4} />
    </PageSection>
    <PageSection title="Portal" about={ABOUT_PORTAL}>
      <FieldSkeletons count={7} />
    </PageSection>
    <PageSection title="Staff sign-in" about={ABOUT_STAFF}>
      <FieldSkeletons count={12} />
    </PageSection>
    <PageSection title="Mail" about={ABOUT_MAIL}>
      <FieldSkeletons count={2} />
    </PageSection>
  </>
);

function Sections(props: SectionProps) {
  const portal = useDraft('portal', portalDraft(props.settings.portal));
  const staff = useDraft('staff', staffDraft(props.settings.staff));
  const fill = () => {
    portal.set(RECOMMENDED_DRAFT.portal);
    staff.set(RECOMMENDED_DRAFT.staff);
  };
  return (
    <>
      <Recommended settings={props.settings} onFill={fill} />
      <FirmSection {...props} />
      <PortalSection {...props} draft={portal} />
      <StaffSection {...props} draft={staff} />
      <MailSection {...props} />
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

/** What admins set for the whole firm, a section at a time. */
export const Component = () => (
  <Page title="Settings" subtitle="Settings for the whole firm">
    <AdminNavigation />
    <Settings />
  </Page>
);
