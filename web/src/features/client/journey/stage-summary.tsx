import { chakra } from '@chakra-ui/react/styled-system';
import type { Stage } from '#shared/contract/journey.ts';
import { documentsWithin, durationLabel, stageDisplay, stepsLabel } from '#shared/rules/journey.ts';
import { countOf } from '#shared/rules/words.ts';
import { StageBadge } from '../../../parts/client/status-badge.tsx';
import { useClient } from '../client-context.ts';
import { stageIcon } from './stage-icons.ts';

const Line = chakra('span', {
  base: {
    flex: '1',
    minW: '0',
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '2.5',
    '& > svg': { color: 'brand.fg' },
    '& > b': { display: 'flex', alignItems: 'center', columnGap: '2', flexWrap: 'wrap', fontWeight: 'medium' },
    '& > small': { gridColumn: '2', textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal' },
  },
});

/** A stage in one line of the list of stages: how it stands, its steps, documents and time in progress. */
export function StageSummary({ stage }: { stage: Stage }) {
  const { completed } = useClient().client;
  const Icon = stageIcon(stage.stageNumber);
  const documents = documentsWithin(stage);
  const facts = [
    !completed && stepsLabel(stage),
    documents > 0 && countOf(documents, 'document'),
    !completed && stage.duration && `${durationLabel(stage.duration)} in progress`,
  ].filter(Boolean);
  return (
    <Line>
      <Icon size={18} aria-hidden />
      <b>
        {stage.stageNumber}. {stage.title}
        <StageBadge display={stageDisplay(stage, completed)} />
      </b>
      {facts.length > 0 && <small>{facts.join(' · ')}</small>}
    </Line>
  );
}
