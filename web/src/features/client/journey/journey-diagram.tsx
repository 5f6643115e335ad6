import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { FileText } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { documentsWithin, durationLabel, type StageDisplay, stageDisplay } from '#shared/rules/journey.ts';
import { STAGE_LOOK } from '../../../parts/status/status-badges.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey-facts.ts';
import { stageIcon } from './stage-icons.ts';

const NodeButton = chakra('button', {
  base: {
    display: 'flex',
    width: 'full',
    alignItems: 'center',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'l2',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
});

/** Filled if complete, tinted if in progress, outlined if still to come. */
const FILL: Record<StageDisplay, object> = {
  complete: { bg: 'colorPalette.solid', color: 'colorPalette.contrast', borderColor: 'colorPalette.solid' },
  'in-progress': { bg: 'colorPalette.subtle', color: 'colorPalette.fg', borderColor: 'colorPalette.solid' },
  'not-required': { bg: 'bg.muted', color: 'fg.subtle', borderColor: 'border', borderStyle: 'dashed' },
  locked: { bg: 'bg.surface', color: 'colorPalette.solid', borderColor: 'colorPalette.border' },
};

const Documents = ({ count }: { count: number }) =>
  count > 0 && (
    <Flex
      as="span"
      align="center"
      gap="0.5"
      px="1.5"
      borderRadius="full"
      bg="brand.subtle"
      color="brand.fg"
      textStyle="xs"
      fontWeight="medium"
      title={countOf(count, 'document')}
    >
      <FileText size={11} aria-hidden />
      <span aria-hidden>{count}</span>
      <Text as="span" srOnly>
        {countOf(count, 'document')}
      </Text>
    </Flex>
  );

const Duration = ({ stage: { status, duration } }: { stage: Stage }) => {
  const { completed } = useClient().client;
  if (completed || !duration) return null;
  return <span>{`${status === 'completed' ? 'in' : 'for'} ${durationLabel(duration)}`}</span>;
};

function Circle({ stage, display }: { stage: Stage; display: StageDisplay }) {
  const Icon = stageIcon(stage.stageNumber);
  return (
    <Center position="relative" boxSize="11" flexShrink="0" borderRadius="full" borderWidth="2px" {...FILL[display]}>
      <Icon size={20} aria-hidden />
      <Center
        position="absolute"
        insetStart="-1.5"
        top="-1"
        boxSize="5"
        borderRadius="full"
        bg="bg.surface"
        color="fg"
        borderWidth="1px"
        textStyle="xs"
        fontWeight="semibold"
      >
        {stage.stageNumber}
      </Center>
    </Center>
  );
}

/** Line to the next stage, solid once this stage is complete. */
const Chain = ({ display }: { display: StageDisplay }) => (
  <Box
    hideBelow="md"
    position="absolute"
    top="27px"
    insetStart="14"
    insetEnd="0"
    height="0"
    borderTopWidth="2px"
    borderStyle={display === 'complete' ? 'solid' : 'dashed'}
    borderColor={display === 'complete' ? 'colorPalette.solid' : 'border'}
  />
);

function StageNode({ stage, last }: { stage: Stage; last: boolean }) {
  const { client, showStage } = useClient();
  const display = stageDisplay(stage, client.completed);
  const [label, tone] = STAGE_LOOK[display];
  return (
    <Box position="relative" colorPalette={tone}>
      {!last && <Chain display={display} />}
      <NodeButton
        type="button"
        position="relative"
        flexDirection={{ base: 'row', md: 'column' }}
        alignItems={{ base: 'center', md: 'start' }}
        gap={{ base: '3', md: '2' }}
        py="1.5"
        px={{ md: '1' }}
        onClick={() => showStage(stage.id)}
      >
        <Circle stage={stage} display={display} />
        <Box minW="0" pb={{ md: '2' }}>
          <Text
            as="span"
            display="block"
            textStyle={{ base: 'sm', md: 'xs', lg: 'sm' }}
            fontWeight="semibold"
            lineHeight="short"
          >
            {stage.title}
          </Text>
          <Flex as="span" textStyle="xs" columnGap="1" wrap="wrap" color="fg.muted">
            <Text as="span" color="colorPalette.fg">
              {label}
            </Text>
            <Duration stage={stage} />
            <Documents count={documentsWithin(stage)} />
          </Flex>
        </Box>
      </NodeButton>
    </Box>
  );
}

// Puts the icon above the name between md and xl, as seven columns have no room for both in a row.
const STEP_LAYOUT = {
  flexWrap: { md: 'wrap', xl: 'nowrap' },
  columnGap: '2',
  rowGap: '0.5',
  px: { base: '1.5', md: '1', xl: '1.5' },
  py: '1',
} as const;
const STEP_NAME = { flex: { base: '1', md: '1 0 100%', xl: '1' }, order: { md: '1', xl: '0' } } as const;

function StepNode({ step }: { step: Stage }) {
  const { client, showStage } = useClient();
  const display = stageDisplay(step, client.completed);
  const [label, tone] = STAGE_LOOK[display];
  const Icon = stageIcon(step.stageNumber);
  return (
    <NodeButton
      type="button"
      position="relative"
      {...STEP_LAYOUT}
      colorPalette={tone}
      onClick={() => showStage(step.id)}
    >
      <Center boxSize="5" flexShrink="0" borderRadius="full" borderWidth="1px" {...FILL[display]}>
        <Icon size={12} aria-hidden />
      </Center>
      <Text
        as="span"
        textStyle="xs"
        lineHeight="shorter"
        minW="0"
        {...STEP_NAME}
        color={display === 'not-required' ? 'fg.subtle' : 'fg'}
        textDecoration={display === 'not-required' ? 'line-through' : undefined}
      >
        <span>{stageLabel(step)}</span>
        <Text as="span" srOnly>
          {`, ${label}`}
        </Text>
      </Text>
      <Documents count={step.documentCount} />
    </NodeButton>
  );
}

/** Vertical line through the middle of the icons, at the widths that have the icons beside the names. */
const RAIL = {
  display: { md: 'none', xl: 'block' },
  content: '""',
  position: 'absolute',
  insetStart: '15px',
  top: '3',
  bottom: '5',
  borderInlineStartWidth: '2px',
  borderColor: 'border',
} as const;

// All stages share two rows (subgrid), so that sub-stages start at one height however long the titles are.
const COLUMN = { display: { md: 'grid' }, gridTemplateRows: { md: 'subgrid' }, gridRow: { md: 'span 2' } } as const;

/** Chain of numbered stages with their sub-stages. The chain is vertical on narrow screens. */
export default function JourneyDiagram() {
  const { stages } = useClient();
  return (
    <Panel title="Journey" gridColumn={{ lg: '1 / -1' }}>
      <Grid
        as="ol"
        listStyleType="none"
        templateColumns={{ base: '1fr', md: 'repeat(7, minmax(0, 1fr))' }}
        rowGap={{ base: '1', md: '0' }}
        columnGap={{ md: '1' }}
        mx={{ md: '-2', xl: '0' }}
      >
        {stages.map((stage, i) => (
          <Box as="li" key={stage.id} {...COLUMN}>
            <StageNode stage={stage} last={i === stages.length - 1} />
            <Box
              as="ol"
              listStyleType="none"
              position="relative"
              alignSelf="start"
              ms={{ base: '22px', md: '0' }}
              pb={{ base: '2', md: '0' }}
              _before={RAIL}
            >
              {stage.subStages.map((step) => (
                <li key={step.id}>
                  <StepNode step={step} />
                </li>
              ))}
            </Box>
          </Box>
        ))}
      </Grid>
    </Panel>
  );
}
