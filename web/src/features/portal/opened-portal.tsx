import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQueryClient } from '@tanstack/react-query';
import { LockKeyhole, Phone } from 'lucide-react';
import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useParams } from 'react-router';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { clientOwner, DraftOwner } from '../../lib/drafts/drafts.ts';
import { ApiError, call } from '../../lib/http/api.ts';
import { changedElsewhere } from '../../lib/http/session-events.ts';
import { personIdIn } from '../../lib/http/token.ts';
import { usePoll } from '../../lib/query/use-poll.ts';
import { phoneLink } from '../../lib/text/contact-links.ts';
import { Boundary } from '../../ui/eager/boundary.tsx';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { TitleContext } from '../../ui/eager/title.tsx';
import { useSeen } from '../../ui/feedback/use-seen.ts';
import { DayFormat } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';
import { type Access, AccessContext, useAccess, useToken } from './access.ts';
import { ANCHORS, toPlace } from './anchors.tsx';
import { BAR_ROOM, BottomBar } from './bottom-bar.tsx';
import { UploaderProvider } from './documents/documents-section.tsx';
import { useMessagesView } from './messages/full-screen.tsx';
import { LoadingPortal, PortalFrame } from './portal-frame.tsx';
import { portalQuery } from './portal-query.ts';
import { CrashedSection, Missing, preloadedPart, preloadParts } from './preloaded-part.tsx';
import { messagesQuery } from './queries.ts';
import { INSETS } from './section.tsx';
import { FIRST, PORTAL_SECTIONS, type PortalSection } from './sections.tsx';
import { CompletionsProvider } from './tasks/completions.tsx';

const ID_LENGTH = 8;

function Contact() {
  const { adviser, firm } = useAccess().portal;
  const { phone, hours } = firm;
  const href = phoneLink(phone);
  return (
    <Flex columnGap="4" align="center" wrap="wrap" minH="11" mt="2">
      <Text>
        Your adviser: <Words fontWeight="semibold">{adviser.name}</Words>
      </Text>
      {phone && (
        <chakra.a
          href={href}
          aria-label={href && `Phone ${firm.name}: ${phone}`}
          // Own line on a phone: next to the name it would wrap once the font loads, and shift the page.
          flexBasis={{ base: 'full', md: 'auto' }}
          display="inline-flex"
          alignItems="center"
          gap="2"
          minH="11"
          textDecoration={href && 'underline'}
          textUnderlineOffset="3px"
          fontVariantNumeric="tabular-nums"
          overflowWrap="anywhere"
          _focusVisible={{ outlineColor: 'currentColor' }}
        >
          <Phone size={18} aria-hidden />
          <span>{phone}</span>
        </chakra.a>
      )}
      {hours && <Words color="fg.onInkMuted">{hours}</Words>}
    </Flex>
  );
}

/** Says whose link it is, if the client has more than one person. */
function Holder() {
  const { client, me, people } = useAccess().portal;
  if (!me || people.length === 1) return null;
  const words = me.kind === 'attorney' ? `You act for ${client.name}.` : `You are ${me.name}.`;
  return (
    <Words as="p" mt="1">
      {words}
    </Words>
  );
}

function Hero() {
  const { client } = useAccess().portal;
  return (
    <Box bg="bg.ink" color="fg.onInk" data-band>
      <Box maxW="6xl" mx="auto" px={INSETS.hero} pt={{ base: '5', md: '9' }} pb={{ base: '20', md: '24' }}>
        <chakra.h1
          tabIndex={-1}
          textStyle={{ base: '3xl', md: '4xl' }}
          lineHeight="shorter"
          overflowWrap="anywhere"
          css={{ hyphens: 'auto', hyphenateLimitChars: '10 4 4' }}
        >
          <Words>{client.name}</Words>'s Journey
        </chakra.h1>
        <Holder />
        <Flex align="center" columnGap="3" rowGap="1" mt="2" wrap="wrap" color="fg.onInkMuted">
          <Flex align="center" gap="1.5">
            <LockKeyhole size={16} aria-hidden />
            Secure, encrypted access
          </Flex>
          <Text
            as="span"
            title="Your reference"
            fontFamily="mono"
            textStyle="sm"
            px="2"
            borderRadius="full"
            borderWidth="1px"
            borderColor="fg.onInkMuted"
          >
            {client.id.slice(0, ID_LENGTH)}
          </Text>
        </Flex>
        <Contact />
      </Box>
    </Box>
  );
}

const PortalFoot = preloadedPart(() => import('./portal-foot.tsx'), '0');

/** Reads the client's devices once the foot of the page is in view, as most clients never scroll that far. */
function Foot() {
  const foot = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(foot);
  const [wasSeen, setSeen] = useState(false);
  if (isSeen && !wasSeen) setSeen(true);
  return (
    <Box ref={foot} id={ANCHORS.devices} minH="1px" scrollMarginTop="4">
      {wasSeen && <PortalFoot />}
    </Box>
  );
}

/** Polls for news and refetches the portal if there is any. */
function usePolledChanges() {
  const token = useToken();
  const { portal } = useAccess();
  const queryClient = useQueryClient();
  const reread = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
  const look = async () => {
    try {
      const { latest } = await call('GET /api/portal/{token}/news', { params: { token }, token });
      if (latest === portal.latest) return;
      // The journey last: its `latest` stays old if the messages fail, so that the next poll retries both.
      await reread(messagesQuery(portal.client.id, token));
      await reread(portalQuery(token));
    } catch (error) {
      // Refetching the journey shows whether the link is still valid.
      if (error instanceof ApiError && error.status === 401) await reread(portalQuery(token));
      throw error;
    }
  };
  usePoll(look);
  const lookFor = useEffectEvent((client: string | undefined) => {
    if (client === portal.client.id) look().catch(() => undefined);
  });
  // Covers an adviser who changes this client in another tab of this browser.
  useEffect(() => changedElsewhere.on(({ client }) => lookFor(client)), []);
}

interface Place {
  element: Element;
  /** Distance from the top of the window, in pixels. */
  top: number;
}

const MARKS = 'main :is(h2, h3, p, li, button, a, textarea)';
const topOf = (element: Element) => element.getBoundingClientRect().top;
const isInView = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return height > 0 && top >= 0 && top < window.innerHeight;
};

/** Returns the marked elements in view, the focused one first. */
const placesInView = (): Place[] =>
  [document.activeElement, ...document.querySelectorAll(MARKS)]
    .filter((element) => element?.matches(MARKS) && isInView(element))
    .flatMap((element) => (element ? [{ element, top: topOf(element) }] : []));

/**
 * Keeps the focused or topmost element in place when content appears above it: not every browser anchors the scroll
 * position. A class, because only `getSnapshotBeforeUpdate` runs before React changes the page.
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

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 24rem' };
const GAP = { base: '3', md: '6' };

/** Raises the smallest font size to 14 px. */
const READABLE = { '--c-font-sizes-xs': '{fontSizes.sm}' };
/** Hides all but the messages, and keeps the rest mounted. */
const OUT_OF_SIGHT = { '& header, & main > *': { visibility: 'hidden' } } as const;

const News = () => {
  usePolledChanges();
  return null;
};

interface ColumnProps {
  name: PortalSection['column'];
  sections: readonly PortalSection[];
}

const Column = ({ name, sections }: ColumnProps) => (
  <Grid gap={GAP} templateColumns="minmax(0, 1fr)">
    {sections.map(
      ({ id, column, Content }) =>
        column === name && (
          <Boundary key={id} Failed={CrashedSection}>
            <Content />
          </Boundary>
        ),
    )}
  </Grid>
);

const Journey = () => {
  const { token } = useAccess();
  // An address that names a place needs the place at once.
  const sections = useDeferredValue(PORTAL_SECTIONS, window.location.hash ? PORTAL_SECTIONS : FIRST);
  // Again once all are drawn, for a link that was followed before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the sections are drawn
  useEffect(() => void toPlace(), [sections]);
  useEffect(preloadParts, []);
  return (
    <>
      {token && <News />}
      <Hero />
      <Box maxW="6xl" mx="auto" px={INSETS.page} pb={{ base: '4', md: '12' }} mt={{ base: '-14', md: '-16' }}>
        <Grid gap={GAP} templateColumns={COLUMNS} alignItems="start">
          <Column name="work" sections={sections} />
          <Column name="people" sections={sections} />
        </Grid>
        {sections === PORTAL_SECTIONS && (
          <Boundary Failed={CrashedSection}>
            <Foot />
          </Boundary>
        )}
      </Box>
      <BottomBar />
    </>
  );
};

/** Page that is hidden and inert while the messages fill the screen. */
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

/** Pages of their own, by the beginning of their addresses. */
const OWN_PAGES: Readonly<Record<string, ComponentType>> = {
  'fact-find': lazyPart(() => import('./factfind/factfind-route.tsx'), Missing),
  sign: lazyPart(() => import('./sign/sign-route.tsx'), Missing),
};

/** The journey, or the page of its own that the address names. */
const Opened = ({ name }: { name: string }) => {
  const [first = ''] = useParams()['*']?.split('/') ?? [];
  const OwnPage = OWN_PAGES[first];
  return OwnPage ? (
    <Suspense fallback={<LoadingPortal />}>
      <OwnPage />
    </Suspense>
  ) : (
    <Page name={name} />
  );
};

export const OpenedPortal = (access: Access) => (
  <TitleContext value={{ first: '', firm: access.portal.firm.name }}>
    <DayFormat value={sayLongDay}>
      <AccessContext value={access}>
        <UploaderProvider>
          <CompletionsProvider>
            <DraftOwner value={clientOwner(personIdIn(access.token ?? access.portal.client.id))}>
              <Opened name={access.portal.client.name} />
            </DraftOwner>
          </CompletionsProvider>
        </UploaderProvider>
      </AccessContext>
    </DayFormat>
  </TitleContext>
);
