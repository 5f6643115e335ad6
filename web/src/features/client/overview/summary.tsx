import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../client-context.ts';
import { documentsQuery } from '../documents/queries.ts';
import { journeyFacts } from '../journey/journey-facts.ts';
import type { SectionId } from '../reading.ts';
import { goTo } from '../scroll.ts';
import { tasksQuery } from '../tasks/queries.ts';

// Wide enough for the longest word of a label; what finds no room beside the others has a line of its own.
const PLACE = { flex: '1 1 6.5rem' } as const;

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Text as="span" display="block" fontFamily="heading" textStyle="xl" fontWeight="semibold" lineHeight="short">
      {children}
    </Text>
    <Text as="span" display="block" textStyle="xs" color="fg.muted">
      {label}
    </Text>
  </>
);

const JumpButton = chakra('button', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    textAlign: 'start',
    px: '3',
    py: '2',
    cursor: 'pointer',
    borderRadius: 'l2',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border.muted',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'outside',
  },
});

const Jump = ({ to, label, count }: { to: SectionId; label: string; count: number | undefined }) => (
  <JumpButton {...PLACE} type="button" onClick={() => goTo(to, to)}>
    <Figure label={label}>{count ?? '–'}</Figure>
    <Box as="span" position="absolute" insetEnd="3" top="3" color="fg.subtle">
      <ArrowDown size={14} aria-hidden />
    </Box>
  </JumpButton>
);

/** How much is done and how much is waiting; the last two lead to their sections (product 2). */
export function Summary() {
  const { client, stages } = useClient();
  const documents = useQuery({ ...documentsQuery(client.id), select: ({ length }) => length });
  const outstanding = useQuery({
    ...tasksQuery(client.id),
    select: (tasks) => tasks.filter(({ status }) => status === 'pending').length,
  });
  return (
    <Flex gap="2" mt="4" wrap="wrap">
      <Box {...PLACE} px="3" py="2" bg="bg.subtle" borderWidth="1px" borderColor="border.muted" borderRadius="l2">
        <Figure label="Completed">
          {journeyFacts(stages, client).completed}
          <Text as="span" textStyle="sm" color="fg.muted" fontFamily="body" fontWeight="normal">
            {' '}
            of {stages.length}
          </Text>
        </Figure>
      </Box>
      <Jump to="tasks" label="Outstanding Tasks" count={outstanding.data} />
      <Jump to="documents" label="Documents" count={documents.data} />
    </Flex>
  );
}
