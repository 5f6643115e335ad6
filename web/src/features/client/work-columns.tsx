import { Grid } from '@chakra-ui/react/grid';
import type { ReactNode } from 'react';
import { ActivityTimeline } from './activity/activity-timeline.tsx';
import { DocumentsSection } from './documents/documents-section.tsx';
import { StagesAccordion } from './journey/stages-accordion.tsx';
import { MessagesPanel } from './messages/messages-panel.tsx';
import { PortalAccessCard } from './portal-access/portal-access-card.tsx';
import { FileNote } from './print/file-note.tsx';
import { TasksSection } from './tasks/tasks-section.tsx';
import { usePageOpened } from './use-place.tsx';
import { useTurns } from './use-turns.ts';

const Column = ({ children }: { children: ReactNode }) => (
  <Grid gap="5" templateColumns="minmax(0, 1fr)">
    {children}
  </Grid>
);

// Made once, so that those that are drawn are left alone when the next one's turn comes.
const JOURNEY = <StagesAccordion />;
const DOCUMENTS = <DocumentsSection />;
const TASKS = <TasksSection />;
const MESSAGES = <MessagesPanel />;
const PORTAL = <PortalAccessCard />;
const ACTIVITY = <ActivityTimeline />;

/** Work on the left, people and records on the right, drawn one after the other; one below the other on narrow screens. */
export default function WorkColumns() {
  usePageOpened();
  const turn = useTurns(6);
  return (
    <>
      <Column>
        {turn > 0 && JOURNEY}
        {turn > 2 && DOCUMENTS}
        {turn > 3 && TASKS}
      </Column>
      <Column>
        {turn > 1 && MESSAGES}
        {turn > 4 && PORTAL}
        {turn > 5 && ACTIVITY}
      </Column>
      <FileNote />
    </>
  );
}
