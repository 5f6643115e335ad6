import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { canRetry } from '../../lib/failure.ts';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { TitleContext } from '../../ui/title.tsx';
import { AccessContext } from './access.ts';
import { AdviserCard } from './adviser-card.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { Hero } from './hero.tsx';
import { JourneySection } from './journey-section.tsx';
import { KeepPlace } from './keep-place.tsx';
import { MessagesSection } from './messages-section.tsx';
import { NextStepCard } from './next-step-card.tsx';
import { PortalFrame } from './portal-frame.tsx';
import { portalQuery } from './portal-query.ts';
import { RefusedAccess } from './refused-access.tsx';
import { SecureNote } from './secure-note.tsx';
import { TasksSection } from './tasks-section.tsx';
import { UploadsProvider } from './uploads.tsx';
import { useNews } from './use-news.ts';

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 23rem' };
const GAP = { base: '4', md: '6' };

const Journey = () => {
  useNews();
  return (
    <UploadsProvider>
      <Hero />
      <Box maxW="6xl" mx="auto" px={{ base: '3', md: '8' }} pb="16" mt={{ base: '-14', md: '-16' }}>
        <Grid gap={GAP} templateColumns={COLUMNS} alignItems="start">
          <Grid gap={GAP} templateColumns="minmax(0, 1fr)">
            <NextStepCard />
            <JourneySection />
            <TasksSection />
            <DocumentsSection />
          </Grid>
          <Grid gap={GAP} templateColumns="minmax(0, 1fr)">
            <AdviserCard />
            <MessagesSection />
            <SecureNote />
          </Grid>
        </Grid>
      </Box>
    </UploadsProvider>
  );
};

const DENIED = 'This access link is invalid or has expired. Please contact your adviser, who can send you a new one.';
const isDenial = (error: Error | null) => error instanceof ApiError && !canRetry(error);

function OpenPortal({ token }: { token: string }) {
  const { data, error, isPending, refetch } = useQuery(portalQuery(token));
  if (isPending)
    return (
      <PortalFrame title="Your Journey">
        <PageLoading label="Loading your journey..." />
      </PortalFrame>
    );
  if (isDenial(error)) return <RefusedAccess title="Access Denied">{DENIED}</RefusedAccess>;
  if (!data)
    return (
      <PortalFrame title="Your Journey">
        <ErrorState title="Your journey could not be loaded" error={error} onRetry={refetch} />
      </PortalFrame>
    );
  return (
    <TitleContext value={{ first: '', firm: data.firm.name }}>
      <PortalFrame title={`${data.client.name}'s Journey`}>
        <AccessContext value={{ token, portal: data }}>
          <KeepPlace>
            <Journey />
          </KeepPlace>
        </AccessContext>
      </PortalFrame>
    </TitleContext>
  );
}

/** A client's own journey, opened by the token in its address (product 2). */
export function Component() {
  const { token } = useParams();
  if (token) return <OpenPortal key={token} token={token} />;
  return (
    <RefusedAccess title="Invalid Access Link">
      This address is not complete. Please open the link from your adviser's email, or ask your adviser for a new one.
    </RefusedAccess>
  );
}
