import { Grid } from '@chakra-ui/react/grid';
import { lazy, Suspense, useRef } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { Skeletons } from '../../ui/feedback/state.tsx';
import { Title } from '../../ui/layout/title.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { ClientContext, useClient } from './client-context.ts';
import { ClientHeader } from './header/client-header.tsx';
import { PageBar } from './header/page-bar.tsx';
import { useStageView } from './journey/use-stage-view.ts';
import { NotesCard } from './overview/notes-card.tsx';
import { Overview } from './overview/overview.tsx';

const columns = import('./work-columns.tsx');
// A failure is shown where the columns are drawn; a page that was left before that has nobody to tell.
columns.catch(() => undefined);
const WorkColumns = lazy(() => columns);
const diagram = () => import('./journey/journey-diagram.tsx');
const StageDialog = lazyDialog(() => import('./journey/stage-dialog.tsx'));

/** The journey as a diagram, where it is unfolded. */
function Diagram() {
  const { isDrawn } = useClient();
  const JourneyDiagram = useLazy(diagram, isDrawn);
  if (!isDrawn) return null;
  return JourneyDiagram ? <JourneyDiagram /> : <Skeletons count={1} height="22rem" gridColumn={{ lg: '1 / -1' }} />;
}

/** What is above the fold; the columns of work below it follow in a request of their own. */
const Body = () => (
  <Grid
    maxW="8xl"
    mx="auto"
    px={{ base: '4', md: '8' }}
    py="5"
    gap="5"
    templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 23rem', '2xl': 'minmax(0, 1fr) 27rem' }}
    alignItems="start"
  >
    <Overview />
    <NotesCard />
    <Diagram />
    <Suspense fallback={<Skeletons count={2} height="400px" />}>
      <WorkColumns />
    </Suspense>
  </Grid>
);

/** A client's page with its header, everything below, and the dialog of the stage that is looked at. */
export function ClientScreen({ client, stages }: { client: FullClient; stages: readonly Stage[] }) {
  const { shown, hideStage, ...ways } = useStageView(stages, client);
  const head = useRef<HTMLDivElement>(null);
  const stage = flatStages(stages).find(({ id }) => id === shown?.id);
  return (
    <ClientContext value={{ client, stages, ...ways }}>
      <Title>{client.name}</Title>
      <main id="main">
        <ClientHeader ref={head} />
        <PageBar head={head} />
        <Body />
      </main>
      {stage && shown && <StageDialog stage={stage} open={shown.open} onClose={hideStage} />}
    </ClientContext>
  );
}
