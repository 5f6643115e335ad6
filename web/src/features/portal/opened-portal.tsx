import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { type ReactNode, useEffect } from 'react';
import { DraftOwner } from '../../ui/form/draft.ts';
import { TitleContext } from '../../ui/layout/title.tsx';
import { DayFormat } from '../../ui/text/day-format.ts';
import { type Access, AccessContext, useAccess } from './access.ts';
import { toPlace } from './anchors.ts';
import { BAR_ROOM, BottomBar } from './bottom-bar.tsx';
import { DevicesFoot } from './devices/devices-foot.tsx';
import { DocumentsSection } from './documents/documents-section.tsx';
import { UnsentNotice } from './documents/unsent-notice.tsx';
import { UploadsProvider } from './documents/uploads.tsx';
import { Hero } from './hero.tsx';
import { INSETS } from './insets.ts';
import { JourneySection } from './journey/journey-section.tsx';
import { KeepPlace } from './keep-place.tsx';
import { LatePart, LateProvider } from './late.tsx';
import { formatLongDate } from './long-date.ts';
import { MessagesSection } from './messages/messages-section.tsx';
import { useMessagesView } from './messages/view.ts';
import { PortalFrame } from './portal-frame.tsx';
import { SecureNote } from './secure-note.tsx';
import { CompletionsProvider } from './tasks/completions.tsx';
import { NextStepCard } from './tasks/next-step-card.tsx';
import { TasksSection } from './tasks/tasks-section.tsx';
import { useNews } from './use-news.ts';

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 24rem' };
const GAP = { base: '4', md: '6' };

/** Nothing is smaller than 14 px here. */
const READABLE = { '--c-font-sizes-xs': '{fontSizes.sm}' };
/** All but the messages, in a page that is still there when they are closed. */
const OUT_OF_SIGHT = { '& header, & main > *': { visibility: 'hidden' } } as const;

const News = () => {
  useNews();
  return null;
};

const Column = ({ children }: { children: ReactNode }) => (
  <Grid gap={GAP} templateColumns="minmax(0, 1fr)">
    {children}
  </Grid>
);

const Journey = () => {
  const { token } = useAccess();
  useEffect(() => toPlace(), []);
  return (
    <>
      {token && <News />}
      <Hero />
      <Box maxW="6xl" mx="auto" px={INSETS.page} pb="12" mt={{ base: '-14', md: '-16' }}>
        <Grid gap={GAP} templateColumns={COLUMNS} alignItems="start">
          <Column>
            <UnsentNotice />
            <NextStepCard />
            <TasksSection />
            <JourneySection />
            <DocumentsSection />
          </Column>
          <Column>
            <MessagesSection />
            <LatePart height="14rem">{({ AdviserCard }) => <AdviserCard />}</LatePart>
            <SecureNote />
          </Column>
        </Grid>
        {token && <DevicesFoot />}
      </Box>
      <BottomBar />
    </>
  );
};

/** The page, out of sight and reach while the messages fill the screen. */
function Page({ name }: { name: string }) {
  const { isOpen } = useMessagesView();
  return (
    <Box css={isOpen ? { ...READABLE, ...OUT_OF_SIGHT } : READABLE} pb={{ base: BAR_ROOM, lg: '0' }}>
      <PortalFrame title={`${name}'s Journey`}>
        <KeepPlace>
          <Journey />
        </KeepPlace>
      </PortalFrame>
    </Box>
  );
}

/** A client's journey in its frame. */
export const OpenedPortal = (access: Access) => (
  <TitleContext value={{ first: '', firm: access.portal.firm.name }}>
    <DayFormat value={formatLongDate}>
      <AccessContext value={access}>
        <LateProvider>
          <UploadsProvider>
            <CompletionsProvider>
              <DraftOwner value={access.portal.client.id}>
                <Page name={access.portal.client.name} />
              </DraftOwner>
            </CompletionsProvider>
          </UploadsProvider>
        </LateProvider>
      </AccessContext>
    </DayFormat>
  </TitleContext>
);
