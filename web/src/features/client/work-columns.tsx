import { Grid } from '@chakra-ui/react/grid';
import type { ReactNode } from 'react';
import { ActivityTimeline } from './activity/activity-timeline.tsx';
import { DocumentsSection } from './documents/documents-section.tsx';
import { StagesAccordion } from './journey/stages-accordion.tsx';
import { MessagesPanel } from './messages/messages-panel.tsx';
import { PortalAccessCard } from './portal-access/portal-access-card.tsx';
import { TasksSection } from './tasks/tasks-section.tsx';
import { usePageOpened } from './use-place.tsx';

const Column = ({ children }: { children: ReactNode }) => (
  <Grid gap="5" templateColumns="minmax(0, 1fr)">
    {children}
  </Grid>
);

/** Work on the left, people and records on the right; one below the other on narrow screens. */
export default function WorkColumns() {
  usePageOpened();
  return (
    <>
      <Column>
        <StagesAccordion />
        <TasksSection />
        <DocumentsSection />
      </Column>
      <Column>
        <MessagesPanel />
        <PortalAccessCard />
        <ActivityTimeline />
      </Column>
    </>
  );
}
