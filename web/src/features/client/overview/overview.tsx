import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { Stage } from '#shared/contract/journey.ts';
import { stageDisplay } from '#shared/rules/journey.ts';
import { formatDate } from '../../../lib/format.ts';
import { JourneyRule } from '../../../parts/journey-rule.tsx';
import { STAGE_LOOK } from '../../../parts/status-badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useClient } from '../client-context.ts';
import { journeyFacts } from '../journey/journey-facts.ts';
import { Summary } from './summary.tsx';

// A row needs the width of the page; beside the notes on a small laptop it is a list, as on a phone.
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
    px: '2',
    py: '1.5',
    ms: { md: '-2', lg: '0', xl: '-2' },
    borderRadius: 'l2',
    textStyle: 'xs',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'outside',
  },
});

function Tile({ stage }: { stage: Stage }) {
  const { client, revealStage } = useClient();
  const [label, tone, Icon] = STAGE_LOOK[stageDisplay(stage, client.completed)];
  return (
    <TileButton type="button" colorPalette={tone} onClick={() => revealStage(stage.id)}>
      <Text as="span" fontWeight="semibold" lineHeight="short" flex="1">
        {stage.stageNumber}. {stage.title}
      </Text>
      <Flex as="span" align="center" gap="1" color="colorPalette.fg" whiteSpace="nowrap">
        <Icon size={13} aria-hidden />
        {label}
      </Flex>
    </TileButton>
  );
}

const Percent = ({ value }: { value: number }) => (
  <Text fontFamily="heading" textStyle="2xl" fontWeight="semibold" lineHeight="1">
    {value}%
  </Text>
);

/** How far the journey has come, stage by stage, and the counts that lead on to the rest of the page (product 2). */
export function Overview() {
  const { client, stages } = useClient();
  const { percent, current } = journeyFacts(stages, client);
  return (
    <Panel title="Progress" actions={<Percent value={percent} />}>
      <Text mb="2">
        Current: {current}
        {client.completedAt && ` on ${formatDate(client.completedAt)}`}
      </Text>
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
          <Box as="li" key={stage.id} minW="0">
            <Tile stage={stage} />
          </Box>
        ))}
      </Grid>
      <Summary />
    </Panel>
  );
}
