import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Stage } from '#shared/contract/journey.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { Disclosure } from '../disclosure.tsx';
import { useSection } from '../sections.ts';
import { ResetJourney } from './reset-journey.tsx';
import { StageActions } from './stage-actions.tsx';
import { StageSummary } from './stage-summary.tsx';
import { StepRow } from './step-row.tsx';
import { stageAnchor } from './use-stage-view.ts';

function StageRow({ stage }: { stage: Stage }) {
  const { isOpen, toggleStage, showStage } = useClient();
  return (
    <Disclosure
      anchor={stageAnchor(stage.id)}
      open={isOpen(stage.id)}
      onToggle={() => toggleStage(stage.id)}
      summary={<StageSummary stage={stage} />}
      actions={
        <>
          <StageActions stage={stage} />
          <Button
            size="xs"
            variant="ghost"
            colorPalette="gray"
            aria-label={`Details of ${stage.title}`}
            onClick={() => showStage(stage.id)}
          >
            Details
          </Button>
        </>
      }
    >
      <Box as="ol" listStyleType="none">
        {stage.subStages.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </Box>
    </Disclosure>
  );
}

/** The stages with their sub-stages, to work through one by one (product 2). */
export function StagesAccordion() {
  const { stages, client } = useClient();
  return (
    <Panel {...useSection('journey')} title="Journey Stages" actions={!client.completed && <ResetJourney />}>
      <div>
        {stages.map((stage) => (
          <StageRow key={stage.id} stage={stage} />
        ))}
      </div>
    </Panel>
  );
}
