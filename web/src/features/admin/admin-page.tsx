import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { AdminNavigation } from '../../parts/admin-navigation.tsx';
import { Page } from '../../ui/page.tsx';
import { AdviserManagement } from './adviser-management.tsx';
import { ClientReassignment } from './client-reassignment.tsx';

const BackToDashboard = () => (
  <Button asChild variant="outline" colorPalette="gray">
    <Link to={paths.dashboard}>
      <ArrowLeft aria-hidden />
      Back to Dashboard
    </Link>
  </Button>
);

/** Where admins look after accounts and decide who looks after which client (product 2). */
export const Component = () => (
  <Page title="Admin Panel" subtitle="Manage advisers and client assignments" actions={<BackToDashboard />}>
    <AdminNavigation />
    <Grid gap="6">
      <AdviserManagement />
      <ClientReassignment />
    </Grid>
  </Page>
);
