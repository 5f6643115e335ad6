import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowLeft } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/navigation/paths.ts';
import { lastList } from '../../../lib/navigation/place-state.ts';
import { useScrollPadding } from '../../../lib/screen/use-scroll-padding.ts';
import { ClientStatusBadge, CompletedBadge } from '../../../parts/status/status-badges.tsx';
import { inMiddle } from '../../../ui/layout/in-middle.ts';
import { TAB } from '../../../ui/layout/tab-style.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { setCurrentSection, UNMARKED, useCurrentSection } from '../navigation.ts';
import { CLIENT_SECTIONS } from '../sections.tsx';

const TabLink = chakra(Link, {
  base: {
    ...TAB,
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    flexShrink: '0',
    height: 'full',
    px: { base: '2.5', md: '3' },
    _hover: { color: 'fg' },
    _focusVisible: { outlineOffset: '-2px' },
    '& > b': { textStyle: 'xs', fontWeight: 'medium', color: 'fg.subtle', fontVariantNumeric: 'tabular-nums' },
    '& > mark': {
      textStyle: '2xs',
      fontWeight: 'semibold',
      px: '1.5',
      py: '0.5',
      borderRadius: 'full',
      bg: 'brand.solid',
      color: 'brand.contrast',
    },
  },
});

const useNoCount = () => undefined;

/** Links to a section and shows its count, highlighted if it counts unread messages. */
function SectionLink({ section, isCurrent }: { section: (typeof CLIENT_SECTIONS)[number]; isCurrent: boolean }) {
  const { id, label, useCount = useNoCount } = section;
  const { count, name, isNew } = useCount() ?? {};
  return (
    <TabLink
      ref={isCurrent ? inMiddle : undefined}
      to={{ hash: id }}
      replace
      preventScrollReset
      state={UNMARKED}
      aria-current={isCurrent ? 'location' : undefined}
      aria-label={name && `${label}, ${name}`}
      onClick={() => setCurrentSection(id)}
    >
      {label}
      {count && (isNew ? <mark>{count}</mark> : <b>{count}</b>)}
    </TabLink>
  );
}

/** Links to the sections in one row, which scrolls sideways if it is too wide. */
function SectionLinks() {
  const current = useCurrentSection(CLIENT_SECTIONS);
  return (
    <Flex
      as="nav"
      aria-label="Parts of the page"
      position="relative"
      height="full"
      minW="0"
      flex="1"
      ms={{ _first: { base: '-2.5', md: '-3' } }}
      me={{ base: '-4', md: '0' }}
      overflowX="auto"
      overflowY="hidden"
      scrollbarWidth="none"
    >
      {CLIENT_SECTIONS.map((section) => (
        <SectionLink key={section.id} section={section} isCurrent={current === section.id} />
      ))}
    </Flex>
  );
}

/** Returns true while the element is scrolled out of view. */
function useIsPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setPast(!entries.at(-1)?.isIntersecting));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isPast;
}

/** Names the client while the header is out of view. */
function CompactIdentity() {
  const { name, status, completed } = useClient().client;
  return (
    <Flex align="center" gap="2" minW="0" flexShrink={{ base: 1, md: 0 }} maxW={{ base: '45%', md: '26rem' }}>
      <IconButton asChild variant="ghost" colorPalette="gray" size="xs" ms="-1.5" aria-label="All clients">
        <Link {...lastList(paths.clients)} title="All clients">
          <ArrowLeft />
        </Link>
      </IconButton>
      <Words truncate fontFamily="heading" fontWeight="semibold" title={name}>
        {name}
      </Words>
      <Box as="span" hideBelow="md" flexShrink="0">
        {completed ? <CompletedBadge /> : <ClientStatusBadge status={status} />}
      </Box>
    </Flex>
  );
}

/** Sticky bar with links to the sections of the page. */
export function PageBar({ head }: { head: RefObject<HTMLElement | null> }) {
  useScrollPadding({ top: '4rem' });
  const isPast = useIsPast(head);
  return (
    <Box position="sticky" top="0" zIndex="docked" bg="bg.surface" borderBottomWidth="1px" data-screen-only data-band>
      <Flex maxW="8xl" mx="auto" px={{ base: '4', md: '8' }} height="11" align="center" gap="3">
        {isPast && <CompactIdentity />}
        <SectionLinks />
      </Flex>
    </Box>
  );
}
