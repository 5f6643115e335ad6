import { Button } from '@chakra-ui/react/button';
import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { AdminNavigation } from '../../parts/admin-navigation.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { AdviserManagement } from './advisers/adviser-management.tsx';
import { ClientReassignment } from './reassignment/client-reassignment.tsx';
import { Section } from './section.tsx';
import { sectionIn } from './sections.ts';

const BackToDashboard = () => (
  <Button asChild variant="outline" colorPalette="gray">
    <Link to={paths.dashboard}>
      <ArrowLeft aria-hidden />
      Back to Dashboard
    </Link>
  </Button>
);

/** Where admins look after accounts and decide who looks after which client (product 2). */
export function Component() {
  const [query] = useSearchParams();
  const section = sectionIn(query);
  return (
    <Page title="Admin Panel" subtitle="Manage advisers and client assignments" actions={<BackToDashboard />}>
      <AdminNavigation />
      <Section name={section}>{section === 'advisers' ? <AdviserManagement /> : <ClientReassignment />}</Section>
    </Page>
  );
}
