import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Component, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { ApiError, call } from '../../lib/http/api.ts';
import { changedElsewhere } from '../../lib/http/session-events.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { usePoll } from '../../lib/query/use-poll.ts';
import { useSeen } from '../../ui/feedback/use-seen.ts';
import { DraftOwner } from '../../ui/form/draft.ts';
import { TitleContext } from '../../ui/layout/title.tsx';
import { DayFormat } from '../../ui/text/relative-time.tsx';
import { type Access, AccessContext, useAccess, useToken } from './access.ts';
import { ANCHORS, toPlace } from './anchors.tsx';
import { BAR_ROOM, BottomBar } from './bottom-bar.tsx';
import { DocumentsSection, UnsentNotice, UploadsProvider } from './documents/documents-section.tsx';
import { Hero } from './hero.tsx';
import { JourneySection } from './journey/journey-section.tsx';
import { LatePart, LateProvider } from './late.tsx';
import { formatLongDate } from './long-date.ts';
import { MessagesSection } from './messages/messages-section.tsx';
import { useMessagesView } from './messages/view.tsx';
import { PortalFrame } from './portal-frame.tsx';
import { portalQuery } from './portal-query.ts';
import { messagesQuery } from './queries.ts';
import { INSETS } from './section.tsx';
import { CompletionsProvider } from './tasks/completions.tsx';
import { NextStepCard } from './tasks/next-step-card.tsx';
import { TasksSection } from './tasks/tasks-section.tsx';

const loadDevices = () => import('./own-devices.tsx');

/** The foot of the page, where the client's devices are listed once somebody has come so far; most clients have none. */
function DevicesFoot() {
  const foot = useRef<HTMLDivElement>(null);
  const OwnDevices = useLazy(loadDevices, useSeen(foot));
  return (
    <Box ref={foot} id={ANCHORS.devices} minH="1px" scrollMarginTop="4">
      {OwnDevices && <OwnDevices />}
    </Box>
  );
}

/** Reads the open portal anew when there is something new for its client (contract, New: news). */
function useNews() {
  const token = useToken();
  const { portal } = useAccess();
  const queryClient = useQueryClient();
  const reread = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
  const look = async () => {
    try {
      const { latest } = await call('GET /api/portal/{token}/news', { params: { token }, token });
      if (latest === portal.latest) return;
      // The journey last: what did not come through before it is asked for again.
      await reread(messagesQuery(portal.client.id, token));
      await reread(portalQuery(token));
    } catch (error) {
      // Whether the link is still good the journey's own read says.
      if (error instanceof ApiError && error.status === 401) await reread(portalQuery(token));
      throw error;
    }
  };
  usePoll(look);
  const lookFor = useEffectEvent((client: string | undefined) => {
    if (client === portal.client.id) look().catch(() => undefined);
  });
  // An adviser at work on the same client in another tab of this browser.
  useEffect(() => changedElsewhere.on(({ client }) => lookFor(client)), []);
}

interface Place {
  element: Element;
  /** How far below the top of the window it is, in pixels. */
  top: number;
}

const MARKS = 'main :is(h2, h3, p, li, button, a, textarea)';
const topOf = (element: Element) => element.getBoundingClientRect().top;
const isInView = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && top < window.innerHeight;
};

/** What is in view now, what has the focus first. */
const placesInView = (): Place[] =>
  [document.activeElement, ...document.querySelectorAll(MARKS)]
    .filter((element) => element?.matches(MARKS) && isInView(element))
    .flatMap((element) => (element ? [{ element, top: topOf(element) }] : []));

/**
 * Keeps what one looks at where it is on the screen when its children are drawn anew with something more above: the focus,
 * or what is topmost in view. A class, as only a class is told before React changes the page. Not every browser does it.
 */
class KeepPlace extends Component<{ children: ReactNode }> {
  override getSnapshotBeforeUpdate = placesInView;

  override componentDidUpdate(_props: unknown, _state: unknown, before: Place[]) {
    const kept = before.find(({ element }) => element.isConnected);
    const moved = kept ? topOf(kept.element) - kept.top : 0;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render() {
    return this.props.children;
  }
}

/** What protects the client's documents (product 1, 2). */
const SecureNote = () => (
  <Flex as="section" aria-labelledby="secure" gap="3" px={INSETS.section} py="5" bg="brand.subtle" borderRadius="l3">
    <Box color="brand.fg" flexShrink="0" pt="0.5">
      <ShieldCheck aria-hidden />
    </Box>
    <Box>
      <chakra.h2 id="secure" textStyle="lg">
        Secure & Private
      </chakra.h2>
      <Text color="fg.muted">
        Your documents are encrypted with AES-256 and visible only to you and your adviser. This link is yours alone:
        please do not share it.
      </Text>
    </Box>
  </Flex>
);

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
