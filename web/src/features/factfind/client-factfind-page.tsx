import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ClipboardCheck, Printer, UserX } from 'lucide-react';
import { Suspense } from 'react';
import { Link, type Params, useParams } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { clientQuery } from '../../parts/client/clients.ts';
import { RowsLoading } from '../../parts/list/list.tsx';
import { factfindQuery, StartFactfind } from '../../parts/request/factfind.tsx';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { EmptyState, ErrorState, NotLoaded, Skeletons } from '../../ui/eager/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { DialogHost } from '../../ui/overlay/dialog-host.tsx';

const loadContent = () => import('./factfind-content.tsx');
// Loads beside the answers.
loadContent().catch(() => undefined);
const FactfindContent = lazyPart(loadContent, NotLoaded);

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

const Loading = () => (
  <RowsLoading label="Loading the fact-find..." count={3} height="22rem" mb="4">
    <Skeletons count={1} height="3.5rem" mb="5" />
    <Skeletons count={1} height="2.5rem" mb="5" />
  </RowsLoading>
);

const NotStarted = ({ clientId }: { clientId: string }) => (
  <EmptyState icon={ClipboardCheck} title="No fact-find yet">
    <Text>The client answers questions about themselves and their money on their own page.</Text>
    <StartFactfind clientId={clientId} size="sm" mt="2" />
  </EmptyState>
);

const Back = ({ id }: { id: string }) => (
  <Button asChild variant="outline" colorPalette="gray">
    <Link to={clientPath(id)}>
      <ArrowLeft aria-hidden />
      Back
    </Link>
  </Button>
);

const Print = () => (
  <Button variant="outline" colorPalette="gray" onClick={() => window.print()}>
    <Printer aria-hidden />
    Print
  </Button>
);

function FactfindPage({ id }: { id: string }) {
  const client = useQuery(clientQuery(id));
  const { data, error, refetch } = useQuery(factfindQuery(id));
  if (isMissing(client.error))
    return (
      <Page title="Fact-find">
        <EmptyState icon={UserX} title="Client not found" />
      </Page>
    );
  const isNone = isMissing(error);
  const retry = () => Promise.all([refetch(), client.error && client.refetch()]);
  return (
    <Page
      title={client.data?.name ?? 'Fact-find'}
      {...(client.data && { tab: `Fact-find of ${client.data.name}` })}
      subtitle="Fact-find"
      actions={
        <span data-screen-only>
          <Grid autoFlow="column" gap="2">
            {data && !isNone && <Print />}
            <Back id={id} />
          </Grid>
        </span>
      }
    >
      <section aria-label="Fact-find" tabIndex={-1}>
        {isNone && <NotStarted clientId={id} />}
        {data && !isNone && (
          <DialogHost>
            <Suspense fallback={<Loading />}>
              <FactfindContent factfind={data} />
            </Suspense>
          </DialogHost>
        )}
        {!data && error && !isNone && (
          <ErrorState title="The fact-find could not be loaded" error={error} onRetry={retry} />
        )}
        {!data && !error && <Loading />}
      </section>
    </Page>
  );
}

/** Leaves out the answers: their reading is recorded, and pointing at a link runs this too. */
export const loader = ({ params: { id = '' } }: { params: Params }) => queryClient.prefetchQuery(clientQuery(id));

export function Component() {
  const { id = '' } = useParams();
  return <FactfindPage key={id} id={id} />;
}
