import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { Stage } from '#shared/contract/journey.ts';
import { documentsWithin, durationLabel, stageDisplay, stepsLabel } from '#shared/rules/journey.ts';
import { countOf } from '#shared/rules/words.ts';
import { StageBadge } from '../../../parts/status-badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useClient } from '../client-context.ts';
import { Disclosure } from '../disclosure.tsx';
import { ResetJourney } from './reset-journey.tsx';
import { StageActions } from './stage-actions.tsx';
import { stageIcon } from './stage-icons.ts';
import { StepRow } from './step-row.tsx';
import { stageAnchor } from './use-stage-view.ts';

function StageSummary({ stage }: { stage: Stage }) {
  const { completed } = useClient().client;
  const Icon = stageIcon(stage.stageNumber);
  const documents = documentsWithin(stage);
  const facts = [
    !completed && stepsLabel(stage),
    documents > 0 && countOf(documents, 'document'),
    !completed && stage.duration && `${durationLabel(stage.duration)} in progress`,
  ].filter(Boolean);
  return (
    <>
      <Box as="span" color="brand.fg" flexShrink="0">
        <Icon size={18} aria-hidden />
      </Box>
      <Box as="span" flex="1" minW="0">
        <Flex as="span" align="center" columnGap="2" wrap="wrap">
          {stage.stageNumber}. {stage.title}
          <StageBadge display={stageDisplay(stage, completed)} />
        </Flex>
        <Text as="span" display="block" textStyle="xs" color="fg.muted" fontWeight="normal">
          {facts.join(' · ')}
        </Text>
      </Box>
    </>
  );
}

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
    <Panel tabIndex={-1} title="Journey Stages" actions={!client.completed && <ResetJourney />}>
      <div>
        {stages.map((stage) => (
          <StageRow key={stage.id} stage={stage} />
        ))}
      </div>
    </Panel>
  );
}
