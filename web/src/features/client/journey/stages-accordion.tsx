import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { FileText, RotateCcw } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { documentsWithin, durationLabel, PLANS_STAGE, stageDisplay, stepsLabel } from '#shared/rules/journey.ts';
import { dotted } from '../../../lib/text/format.ts';
import { StageBadge } from '../../../parts/status/status-badges.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { Disclosure } from '../disclosure.tsx';
import { numberedTitle } from '../journey-facts.ts';
import { useSection, useTarget } from '../navigation.ts';
import { ShowPlans } from '../plans/plans.tsx';
import { MeetingDate } from './meeting-date.tsx';
import { resetJourney } from './queries.ts';
import { StageActions } from './stage-actions.tsx';
import { stageIcon } from './stage-icons.ts';

const TitleButton = chakra('button', {
  base: {
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

const DocumentCount = ({ count }: { count: number }) =>
  count > 0 && (
    <Flex key={count} as="span" align="center" gap="1" textStyle="xs" color="fg.muted" whiteSpace="nowrap">
      <FileText size={12} aria-hidden />
      {countOf(count, 'document')}
    </Flex>
  );

function StepRow({ step }: { step: Stage }) {
  const { client, showStage } = useClient();
  const target = useTarget(anchorOf.stages(step.id));
  const Icon = stageIcon(step.stageNumber);
  return (
    <Box {...target} as="li" borderTopWidth="1px" borderColor="border.muted" py="0.5" _first={{ borderTopWidth: 0 }}>
      <Flex align="center" columnGap="2.5" rowGap="1" wrap="wrap" minH="9">
        <Flex align="center" gap="2.5" flex="1 1 15rem" minW="0">
          <Box color="fg.subtle" flexShrink="0">
            <Icon size={16} aria-hidden />
          </Box>
          <Text as="span" textStyle="sm" color="fg.subtle" fontVariantNumeric="tabular-nums">
            {step.stageNumber}
          </Text>
          <Flex align="center" columnGap="2.5" wrap="wrap" minW="0">
            <TitleButton type="button" textStyle="sm" onClick={() => showStage(step.id)}>
              {step.title}
            </TitleButton>
            <DocumentCount count={step.documentCount} />
            <MeetingDate stage={step} />
            {step.stageNumber === PLANS_STAGE && (!step.notRequired || client.openLoas > 0) && <ShowPlans />}
          </Flex>
        </Flex>
        <Flex align="center" gap="1" wrap="wrap" justify="end" ms="auto">
          <StageBadge display={stageDisplay(step, client.completed)} />
          <StageActions stage={step} />
        </Flex>
      </Flex>
    </Box>
  );
}

const ASK = {
  title: 'Reset Journey',
  text: 'This sets all stages and steps back to pending and required, and removes dates of meetings and the signature. Documents, tasks and plans are kept.',
  confirm: 'Reset Journey',
  busy: 'Resetting...',
};

function ResetJourney() {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(resetJourney);
  return (
    <ConfirmButton
      question={ASK}
      onConfirm={() => mutateAsync({ params: { id } })}
      size="xs"
      variant="ghost"
      colorPalette="red"
    >
      <RotateCcw aria-hidden />
      Reset Journey
    </ConfirmButton>
  );
}

const SummaryLayout = chakra('span', {
  base: {
    flex: '1',
    minW: '0',
    display: 'flex',
    alignItems: 'center',
    columnGap: 'min({spacing.2.5}, 2.5vw)',
    '& > svg': { color: 'brand.fg', flexShrink: '0' },
    '& > b': {
      flex: '1',
      minW: '0',
      display: 'flex',
      alignItems: 'center',
      columnGap: '2',
      flexWrap: 'wrap',
      fontWeight: 'medium',
    },
    '& small': { textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal' },
  },
});

function StageSummary({ stage }: { stage: Stage }) {
  const { completed } = useClient().client;
  const Icon = stageIcon(stage.stageNumber);
  const documents = documentsWithin(stage);
  const facts = dotted([
    !completed && stepsLabel(stage),
    documents > 0 && countOf(documents, 'document'),
    !completed && stage.duration && `${durationLabel(stage.duration)} in progress`,
  ]);
  return (
    <SummaryLayout>
      <Icon size={18} aria-hidden />
      <b>
        {numberedTitle(stage)}
        <StageBadge display={stageDisplay(stage, completed)} />
        {facts && <small>{facts}</small>}
      </b>
    </SummaryLayout>
  );
}

/** Actions of an open stage, and of the stages that are next while they are closed. */
function RowActions({ stage }: { stage: Stage }) {
  const { stages, isOpen, showStage } = useClient();
  const nextToStart = stages.find(({ status }) => status === 'pending');
  const open = isOpen(stage.id);
  return (
    <>
      {(open || stage.status === 'in_progress' || stage === nextToStart) && <StageActions stage={stage} />}
      {open && (
        <Button
          size="xs"
          variant="ghost"
          colorPalette="gray"
          aria-label={`Details of ${stage.title}`}
          onClick={() => showStage(stage.id)}
        >
          Details
        </Button>
      )}
    </>
  );
}

function StageRow({ stage }: { stage: Stage }) {
  const { isOpen, toggleStage } = useClient();
  return (
    <Disclosure
      anchor={anchorOf.stages(stage.id)}
      open={isOpen(stage.id)}
      onToggle={() => toggleStage(stage.id)}
      summary={<StageSummary stage={stage} />}
      actions={<RowActions stage={stage} />}
    >
      <Box as="ol" listStyleType="none">
        {stage.subStages.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </Box>
    </Disclosure>
  );
}

export default function StagesAccordion() {
  const { stages, client } = useClient();
  return (
    <Panel {...useSection()} title="Journey Stages" actions={!client.completed && <ResetJourney />}>
      <div>
        {stages.map((stage) => (
          <StageRow key={stage.id} stage={stage} />
        ))}
      </div>
    </Panel>
  );
}
