import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, UserX } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { PageLoading } from '../../ui/feedback/page-loading.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ClientInformation } from './client/client-information.tsx';
import { DangerZone } from './client/danger-zone.tsx';
import { PortalAccess } from './client/portal-access.tsx';
import { clientQuery } from './queries.ts';

const Back = ({ id }: { id: string }) => (
  <Button asChild variant="outline" colorPalette="gray">
    <Link to={clientPath(id)}>
      <ArrowLeft aria-hidden />
      Back
    </Link>
  </Button>
);

function Content({ id }: { id: string }) {
  const { data, isPending, error, refetch } = useQuery(clientQuery(id));
  if (isPending) return <PageLoading />;
  if (error instanceof ApiError && error.status === 404) return <EmptyState icon={UserX} title="Client not found" />;
  if (!data) return <ErrorState title="The client could not be loaded" error={error} onRetry={refetch} />;
  return (
    <Page title={data.name} subtitle="Client administration" actions={<Back id={id} />}>
      <Grid gap="6" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
        <ClientInformation client={data} />
        <Grid gap="6" templateColumns="minmax(0, 1fr)">
          <PortalAccess client={data} />
          <DangerZone client={data} />
        </Grid>
      </Grid>
    </Page>
  );
}

/** What only admins may do with a client (product 2). */
export function Component() {
  const { id = '' } = useParams();
  return <Content key={id} id={id} />;
}
