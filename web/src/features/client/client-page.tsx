import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserRoundX } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Link, type Params, useParams } from 'react-router';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { ApiError } from '../../lib/http/api.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { useDeferredReady } from '../../lib/screen/idle.ts';
import { clientQuery } from '../../parts/client/clients.ts';
import { Boundary } from '../../ui/eager/boundary.tsx';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { Crashed, EmptyState, ErrorState, NotLoaded, PageLoading, Skeletons } from '../../ui/eager/state.tsx';
import { Title } from '../../ui/eager/title.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Page } from '../../ui/layout/page.tsx';
import { DialogHost } from '../../ui/overlay/dialog-host.tsx';
import { ClientContext, useClient } from './client-context.ts';
import { ClientHeader } from './header/client-header.tsx';
import { nextHeight } from './header/next-height.ts';
import { PageBar } from './header/page-bar.tsx';
import { useStageView } from './journey/use-stage-view.ts';
import { NotesCard } from './overview/overview.tsx';
import { stagesQuery } from './queries.ts';
import { CLIENT_SECTIONS, TOP } from './sections.tsx';

const ToAllClients = () => (
  <Button asChild mt="2" size="sm" variant="outline">
    <Link to={paths.clients}>All Clients</Link>
  </Button>
);

/** Shown for 404: the client does not exist or belongs to another adviser. */
const ClientNotFound = () => (
  <Page title="Client not found">
    <EmptyState icon={UserRoundX} title="This client could not be found">
      <Text>They may have been deleted or reassigned, or you no longer work with their adviser.</Text>
      <ToAllClients />
    </EmptyState>
  </Page>
);

/** Shown for 409: the deletion is running or was interrupted. The server's message says how to finish it. */
const ClientBeingDeleted = ({ message }: { message: string | undefined }) => (
  <Page title="Client">
    <EmptyState icon={Trash2} title="This client cannot be opened">
      <Text>{message}</Text>
      <ToAllClients />
    </EmptyState>
  </Page>
);

const columns = import('./work-columns.tsx');
// Avoids an unhandled rejection if the user leaves the page first; `lazy` throws the error at rendering.
columns.catch(() => undefined);
const WorkColumns = lazy(() => columns);
const NextLine = lazyPart(() => import('./header/next-line.tsx'), NotLoaded);
const JourneyDiagram = lazyPart(() => import('./journey/journey-diagram.tsx'), NotLoaded);
const StageDialog = lazyDialog(() => import('./stage-dialog.tsx'));

function Diagram() {
  const { isDiagramShown } = useClient();
  if (!isDiagramShown) return null;
  return (
    <Suspense fallback={<Skeletons count={1} height="22rem" gridColumn={{ lg: '1 / -1' }} />}>
      <JourneyDiagram />
    </Suspense>
  );
}

/** Shows the part above the fold. The columns below it load as a separate chunk. */
const Body = ({ client }: { client: FullClient }) => (
  <Grid
    maxW="8xl"
    mx="auto"
    px={{ base: EDGE, md: '8' }}
    py="4"
    gap="4"
    templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 23rem', '2xl': 'minmax(0, 1fr) 27rem' }}
    alignItems="start"
  >
    <Boundary Failed={Crashed}>
      <Suspense fallback={<Skeletons count={1} height={nextHeight(client)} gridColumn="1 / -1" />}>
        <NextLine />
      </Suspense>
    </Boundary>
    {TOP.map(({ element }) => element)}
    <Boundary Failed={Crashed}>
      <NotesCard />
    </Boundary>
    <Boundary Failed={Crashed}>
      <Diagram />
    </Boundary>
    <Suspense fallback={<Skeletons count={2} height="400px" />}>
      <WorkColumns />
    </Suspense>
  </Grid>
);

function ClientScreen({ client, stages }: { client: FullClient; stages: readonly Stage[] }) {
  const { shown, hideStage, ...view } = useStageView(stages, client);
  const head = useRef<HTMLDivElement>(null);
  const stage = flatStages(stages).find(({ id }) => id === shown?.id);
  return (
    <ClientContext value={{ client, stages, ...view }}>
      <Title>{client.name}</Title>
      <DialogHost>
        <main id="main">
          <ClientHeader ref={head} />
          <PageBar head={head} />
          <Body client={client} />
        </main>
        {stage && shown && <StageDialog stage={stage} open={shown.open} onClose={hideStage} />}
      </DialogHost>
    </ClientContext>
  );
}

/** Starts all requests of the page in parallel. */
export const loader = ({ params: { id = '' } }: { params: Params }) =>
  Promise.all([
    queryClient.prefetchQuery(clientQuery(id)),
    queryClient.prefetchQuery(stagesQuery(id)),
    ...CLIENT_SECTIONS.map(({ prefetch }) => prefetch?.(id)),
  ]);

function useClientData(id: string) {
  const client = useQuery(clientQuery(id));
  const stages = useQuery(stagesQuery(id));
  const retry = () => Promise.all([client.refetch(), stages.refetch()]);
  return { client: client.data, stages: stages.data, error: client.error ?? stages.error, retry };
}

function ClientPage({ id }: { id: string }) {
  const { client, stages, error, retry } = useClientData(id);
  const isReady = useDeferredReady(client !== undefined && stages !== undefined);
  const refusal = error instanceof ApiError ? error : undefined;
  if (refusal?.status === 404) return <ClientNotFound />;
  if (refusal?.status === 409) return <ClientBeingDeleted message={refusal.serverMessage} />;
  if (client && stages && isReady) return <ClientScreen client={client} stages={stages} />;
  if (!error) return <PageLoading />;
  return (
    <Page title="Client">
      <ErrorState title="This client could not be loaded" error={error} onRetry={retry} />
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  return <ClientPage key={id} id={id} />;
}
