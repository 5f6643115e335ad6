import { Box } from '@chakra-ui/react/box';
import { IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { ArrowLeft } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/navigation/paths.ts';
import { lastList } from '../../../lib/navigation/place-state.ts';
import { useRoom } from '../../../lib/screen/use-room.ts';
import { ClientStatusBadge, CompletedBadge } from '../../../parts/client/status-badge.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { SectionLinks } from './section-links.tsx';

/** Whether an element has been scrolled out of view. */
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

/** Whose page this is, while the page's head is out of view. */
function InShort() {
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

/** Stays at the top of the window in one line: whose page this is, and the way to each of its parts. */
export function PageBar({ head }: { head: RefObject<HTMLElement | null> }) {
  useRoom({ top: '4rem' });
  const isPast = useIsPast(head);
  return (
    <Box position="sticky" top="0" zIndex="docked" bg="bg.surface" borderBottomWidth="1px" data-screen-only>
      <Flex maxW="8xl" mx="auto" px={{ base: '4', md: '8' }} height="11" align="center" gap="3">
        {isPast && <InShort />}
        <SectionLinks />
      </Flex>
    </Box>
  );
}
