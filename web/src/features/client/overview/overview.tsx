import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, LockKeyhole, Pencil, Workflow } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Stage } from '#shared/contract/journey.ts';
import { stageDisplay } from '#shared/rules/journey.ts';
import { JourneyRule } from '../../../parts/status/journey-rule.tsx';
import { STAGE_LOOK } from '../../../parts/status/status-badges.tsx';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { NotLoaded, Skeletons } from '../../../ui/eager/state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { EditButton } from '../header/header-actions.tsx';
import { journeyFacts, numberedTitle } from '../journey-facts.ts';
import { scrollToElement, useSection } from '../navigation.ts';
import { documentsQuery, tasksQuery } from '../queries.ts';

// A list instead of a row on phones, and on small laptops, where the notes are beside it.
const AS_LIST_OR_ROW = {
  flexDirection: { base: 'row', md: 'column', lg: 'row', xl: 'column' },
  alignItems: { base: 'center', md: 'start', lg: 'center', xl: 'start' },
  gap: { base: '2', md: '1', lg: '2', xl: '1' },
} as const;

const TileButton = chakra('button', {
  base: {
    width: 'full',
    height: 'full',
    display: 'flex',
    ...AS_LIST_OR_ROW,
    textAlign: 'start',
    py: '1.5',
    borderRadius: 'l2',
    textStyle: 'xs',
    cursor: 'pointer',
    _hover: { '& > b': { textDecoration: 'underline' } },
    focusVisibleRing: 'outside',
    '& > b': { flex: '1', fontWeight: 'semibold', lineHeight: 'short' },
    '& > span': { display: 'flex', alignItems: 'center', gap: '1', color: 'colorPalette.fg', whiteSpace: 'nowrap' },
    // Red for locked stages, although their label is neutral.
    '& > span > svg': { color: 'colorPalette.solid' },
  },
});

function Tile({ stage }: { stage: Stage }) {
  const { client, revealStage } = useClient();
  const [label, tone, Icon] = STAGE_LOOK[stageDisplay(stage, client.completed)];
  return (
    <TileButton type="button" colorPalette={tone} onClick={() => revealStage(stage.id)}>
      <b>{numberedTitle(stage)}</b>
      <span key={label}>
        <Icon size={13} aria-hidden />
        {label}
      </span>
    </TileButton>
  );
}

// Fits the longest word of a label; figures that have no room in the row wrap.
const PLACE = { flex: '1 1 9rem', px: '3', py: '1.5' } as const;

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Text as="span" fontFamily="heading" textStyle="lg" fontWeight="semibold" lineHeight="short">
      {children}
    </Text>{' '}
    <Text as="span" textStyle="xs" color="fg.muted">
      {label}
    </Text>
  </>
);

const JumpButton = chakra('button', {
  base: {
    position: 'relative',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'l2',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border.muted',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'outside',
  },
});

const Jump = ({ to, label, count }: { to: string; label: string; count: number | undefined }) => (
  <JumpButton {...PLACE} type="button" onClick={() => scrollToElement(to)}>
    <Figure label={label}>{count ?? '–'}</Figure>
    <Box as="span" position="absolute" insetEnd="3" top="2.5" color="fg.subtle">
      <ArrowDown size={14} aria-hidden />
    </Box>
  </JumpButton>
);

function Summary() {
  const { client, stages } = useClient();
  const documents = useQuery({ ...documentsQuery(client.id), select: ({ length }) => length });
  const outstanding = useQuery({
    ...tasksQuery(client.id),
    select: (tasks) => tasks.filter(({ status }) => status === 'pending').length,
  });
  return (
    <Flex gap="2" mt="3" wrap="wrap">
      <Box {...PLACE} bg="bg.subtle" borderWidth="1px" borderColor="border.muted" borderRadius="l2">
        <Figure label="Completed">
          <span>{journeyFacts(stages, client).completed}</span>
          <Text as="span" textStyle="sm" color="fg.muted" fontFamily="body" fontWeight="normal">
            {` of ${stages.length}`}
          </Text>
        </Figure>
      </Box>
      <Jump to="tasks" label="Outstanding Tasks" count={outstanding.data} />
      <Jump to="documents" label="Documents" count={documents.data} />
    </Flex>
  );
}

const AdviceLine = lazyPart(() => import('./advice-line.tsx'), NotLoaded);

export function NotesCard() {
  const { description } = useClient().client;
  return (
    <Panel
      title="Client Notes"
      alignSelf="stretch"
      display="flex"
      flexDirection="column"
      actions={
        <EditButton field="notes" colorPalette="brand" size="xs" aria-label="Edit notes">
          <Pencil aria-hidden />
          Edit
        </EditButton>
      }
      borderInlineStartWidth="4px"
      borderInlineStartColor="brand.border"
    >
      <Words
        as="p"
        whiteSpace="pre-wrap"
        overflowY="auto"
        maxH="56"
        textStyle="sm"
        color={description ? 'fg' : 'fg.subtle'}
      >
        {description ?? 'No notes yet.'}
      </Words>
      <Flex align="center" gap="1.5" textStyle="xs" color="fg.subtle" mt="auto" pt="2">
        <LockKeyhole size={13} aria-hidden />
        Visible to advisers only
      </Flex>
      <Suspense fallback={<Skeletons count={1} height="7" mt="5" />}>
        <AdviceLine />
      </Suspense>
    </Panel>
  );
}

const Percent = ({ value }: { value: number }) => (
  <Text alignSelf="center" fontFamily="heading" textStyle="2xl" fontWeight="semibold" lineHeight="1">
    {`${value}%`}
  </Text>
);

function DiagramButton() {
  const { isDiagramShown, toggleDiagram } = useClient();
  return (
    <Button size="xs" variant="outline" colorPalette="gray" aria-expanded={isDiagramShown} onClick={toggleDiagram}>
      <Workflow aria-hidden />
      <span>{isDiagramShown ? 'Hide Diagram' : 'Show Diagram'}</span>
    </Button>
  );
}

export function Overview() {
  const { client, stages } = useClient();
  const { percent, current } = journeyFacts(stages, client);
  const actions = (
    <>
      <Percent value={percent} />
      <DiagramButton />
    </>
  );
  const stage = <Text>{client.completed ? current : `Current: ${current}`}</Text>;
  return (
    <Panel {...useSection()} weight="plain" borderTopWidth="0" py="0" title="Progress" badge={stage} actions={actions}>
      <JourneyRule percent={percent} label="Progress of the journey" thick />
      <Grid
        as="ul"
        listStyleType="none"
        aria-label="Stages"
        templateColumns={{ base: '1fr', md: 'repeat(7, 1fr)', lg: '1fr', xl: 'repeat(7, 1fr)' }}
        columnGap="1.5"
        mt="2"
      >
        {stages.map((stage) => (
          <li key={stage.id}>
            <Tile stage={stage} />
          </li>
        ))}
      </Grid>
      <Summary />
    </Panel>
  );
}
