import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { StageNode, StepNode } from './journey-node.tsx';

/** The line behind the sub-stages, through the middle of their icons, where these are at the side of their names. */
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

// Each stage is a column of two rows that all share, so that sub-stages begin at one height however long titles are.
const COLUMN = { display: { md: 'grid' }, gridTemplateRows: { md: 'subgrid' }, gridRow: { md: 'span 2' } } as const;

/**
 * The journey as a chain of numbered stages with their sub-stages below each; on narrow screens the chain runs
 * downwards (product 2).
 */
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
