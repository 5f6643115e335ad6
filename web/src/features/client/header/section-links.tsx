import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { countOf } from '#shared/rules/words.ts';
import { inMiddle } from '../../../ui/layout/in-middle.ts';
import { TAB } from '../../../ui/layout/tab-style.ts';
import { useClient } from '../client-context.ts';
import { documentsQuery } from '../documents/queries.ts';
import { choose, SECTIONS, type SectionId, useCurrentSection } from '../reading.ts';
import { tasksQuery } from '../tasks/queries.ts';
import { UNMARKED } from '../use-target.ts';

const SectionLink = chakra(Link, {
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

/** How much is in a part of the page, as its link's name says it; what is unread stands out. */
function useCounts(): Partial<Record<SectionId, { count: number; name: string; isNew?: true }>> {
  const { id, unread } = useClient().client;
  const documents = useQuery({ ...documentsQuery(id), select: ({ length }) => length }).data;
  const open = useQuery({
    ...tasksQuery(id),
    select: (tasks) => tasks.filter(({ status }) => status !== 'completed').length,
  }).data;
  return {
    ...(documents && { documents: { count: documents, name: countOf(documents, 'document') } }),
    ...(open && { tasks: { count: open, name: `${open} open` } }),
    ...(unread > 0 && { messages: { count: unread, name: `${unread} unread`, isNew: true } }),
  };
}

/** Ways to the parts of the page, the one that is read marked; in one line, which scrolls sideways where it is too long. */
export function SectionLinks() {
  const current = useCurrentSection();
  const counts = useCounts();
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
      {SECTIONS.map(([id, label]) => {
        const { count, name, isNew } = counts[id] ?? {};
        return (
          <SectionLink
            key={id}
            ref={current === id ? inMiddle : undefined}
            to={{ hash: id }}
            replace
            preventScrollReset
            state={UNMARKED}
            aria-current={current === id ? 'location' : undefined}
            aria-label={name && `${label}, ${name}`}
            onClick={() => choose(id)}
          >
            {label}
            {count && (isNew ? <mark>{count}</mark> : <b>{count}</b>)}
          </SectionLink>
        );
      })}
    </Flex>
  );
}
