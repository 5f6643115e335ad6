import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useEffect } from 'react';
import { TitleContext } from '../../ui/title.tsx';
import { type Access, AccessContext, useAccess } from './access.ts';
import { AdviserCard } from './adviser-card.tsx';
import { toPlace } from './anchors.ts';
import { DevicesFoot } from './devices/devices-foot.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { Hero } from './hero.tsx';
import { JourneySection } from './journey-section.tsx';
import { KeepPlace } from './keep-place.tsx';
import { MessagesSection } from './messages-section.tsx';
import { NextStepCard } from './next-step-card.tsx';
import { PortalFrame } from './portal-frame.tsx';
import { SecureNote } from './secure-note.tsx';
import { TasksSection } from './tasks-section.tsx';
import { UploadsProvider } from './uploads.tsx';
import { useNews } from './use-news.ts';

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 23rem' };
const GAP = { base: '4', md: '6' };

const News = () => {
  useNews();
  return null;
};

const Journey = () => {
  const { token } = useAccess();
  useEffect(() => toPlace(), []);
  return (
    <UploadsProvider>
      {token && <News />}
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
        {token && <DevicesFoot />}
      </Box>
    </UploadsProvider>
  );
};

/** A client's journey in its frame. */
export const OpenedPortal = (access: Access) => (
  <TitleContext value={{ first: '', firm: access.portal.firm.name }}>
    <PortalFrame title={`${access.portal.client.name}'s Journey`}>
      <AccessContext value={access}>
        <KeepPlace>
          <Journey />
        </KeepPlace>
      </AccessContext>
    </PortalFrame>
  </TitleContext>
);
