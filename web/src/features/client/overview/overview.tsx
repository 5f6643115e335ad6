import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { Workflow } from 'lucide-react';
import { formatDate } from '../../../lib/text/format.ts';
import { JourneyRule } from '../../../parts/client/journey-rule.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { journeyFacts } from '../journey/journey-facts.ts';
import { useSection } from '../sections.ts';
import { Summary } from './summary.tsx';
import { Tile } from './tile.tsx';

const Percent = ({ value }: { value: number }) => (
  <Text alignSelf="center" fontFamily="heading" textStyle="2xl" fontWeight="semibold" lineHeight="1">
    {value}%
  </Text>
);

/** Shows or hides the diagram of the journey below. */
function DiagramButton() {
  const { isDrawn, toggleDiagram } = useClient();
  return (
    <Button size="xs" variant="outline" colorPalette="gray" aria-expanded={isDrawn} onClick={toggleDiagram}>
      <Workflow aria-hidden />
      {isDrawn ? 'Hide Diagram' : 'Show Diagram'}
    </Button>
  );
}

/** How far the journey has come, stage by stage, and the counts that lead on to the rest of the page (product 2). */
export function Overview() {
  const { client, stages } = useClient();
  const { percent, current } = journeyFacts(stages, client);
  const actions = (
    <>
      <Percent value={percent} />
      <DiagramButton />
    </>
  );
  return (
    <Panel {...useSection('overview')} weight="plain" borderTopWidth="0" py="0" title="Progress" actions={actions}>
      <Text mb="2">
        {!client.completed && 'Current: '}
        {current}
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
          <li key={stage.id}>
            <Tile stage={stage} />
          </li>
        ))}
      </Grid>
      <Summary />
    </Panel>
  );
}
