import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Check, ChevronDown, CircleDashed } from 'lucide-react';
import { useId, useState } from 'react';
import type { Stage } from '#shared/contract/journey.ts';
import type { Portal } from '#shared/contract/portal.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import {
  documentsWithin,
  isWithin,
  type StageDisplay,
  stageDisplay,
  stepsDone,
  stepsLabel,
} from '#shared/rules/journey.ts';
import { dotted, formatRelative } from '../../../lib/text/format.ts';
import { JourneyRule } from '../../../parts/status/journey-rule.tsx';
import { StageBadge } from '../../../parts/status/status-badges.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { preloadedPart } from '../preloaded-part.tsx';
import { useOpenRequests } from '../requests/requests.ts';
import { INSETS, Section } from '../section.tsx';
import { usePortalTasks } from '../tasks/completions.tsx';
import { isOpenTask } from '../tasks/next-step.ts';

const StageDetail = preloadedPart(() => import('./stage-detail.tsx'), '12rem');

/** Grey for a stage not begun: clients would read the advisers' red lock as a problem. */
const Status = ({ display, isNext }: { display: StageDisplay; isNext: boolean }) =>
  display === 'locked' ? (
    <Badge tone="gray" icon={CircleDashed}>
      {isNext ? 'Up next' : 'Not started'}
    </Badge>
  ) : (
    <StageBadge display={display} />
  );

/** Returns the stage that comes next; undefined while one is in progress. */
function stageAhead({ stages, client }: Portal): Stage | undefined {
  const displays = stages.map((stage) => stageDisplay(stage, client.completed));
  return displays.includes('in-progress') ? undefined : stages[displays.indexOf('locked')];
}

type AtStage = Parameters<ReturnType<typeof isWithin>>[0];

/** Returns whose turn it is at a stage, shown next to its status; undefined if it is nobody's. */
function turnAt(stage: Stage, display: StageDisplay, toDo: readonly AtStage[]): string | undefined {
  if (display === 'complete') return;
  if (display === 'not-required') return 'You do not need this one';
  if (toDo.some(isWithin(stage))) return 'Your turn';
  return display === 'in-progress' ? 'With us' : undefined;
}

const NODE: Record<StageDisplay, object> = {
  complete: { bg: 'green.solid', color: 'green.contrast', borderColor: 'green.solid' },
  'in-progress': { bg: 'yellow.subtle', color: 'yellow.fg', borderColor: 'yellow.solid' },
  'not-required': { bg: 'bg.muted', color: 'fg.subtle', borderColor: 'border' },
  locked: { bg: 'bg.surface', color: 'fg.muted', borderColor: 'border.emphasized' },
};

const Node = ({ number, display }: { number: number; display: StageDisplay }) => (
  <Flex direction="column" align="center" alignSelf="stretch" aria-hidden>
    <Center
      boxSize="min({sizes.9}, 11vw)"
      flexShrink="0"
      borderRadius="full"
      borderWidth="2px"
      fontWeight="semibold"
      {...NODE[display]}
    >
      {display === 'complete' ? <Check size={18} /> : number}
    </Center>
    <Box className="line" flex="1" width="2px" bg={display === 'complete' ? 'green.solid' : 'border'} my="1" />
  </Flex>
);

function summaryOf(stage: Stage, clientCompleted: boolean): string {
  const { done } = stepsDone(stage);
  const documents = documentsWithin(stage);
  const { status, inProgressAt } = stage;
  return dotted([
    // Advisers may complete a stage or the journey with unticked steps: an incomplete count would puzzle the client.
    !clientCompleted && done > 0 && status !== 'completed' && `${stepsLabel(stage)} done`,
    documents > 0 && countOf(documents, 'document'),
    !clientCompleted &&
      status === 'in_progress' &&
      inProgressAt &&
      `started ${formatRelative(inProgressAt, new Date())}`,
  ]);
}

interface Props {
  stage: Stage;
  clientCompleted: boolean;
  open: boolean;
  onToggle: () => void;
}

function Header({ stage, clientCompleted, open }: Omit<Props, 'onToggle'>) {
  const display = stageDisplay(stage, clientCompleted);
  const toDo = [...usePortalTasks().filter(isOpenTask), ...useOpenRequests()];
  const turn = turnAt(stage, display, toDo);
  const isNext = stage === stageAhead(useAccess().portal);
  const summary = summaryOf(stage, clientCompleted);
  return (
    <>
      <Flex
        flex="1"
        minW="0"
        align="center"
        columnGap="2"
        rowGap="0.5"
        wrap="wrap"
        css={{ '& svg': { hideBelow: 'sm' } }}
      >
        <Text
          flex={{ base: '1 0 auto', sm: 'none' }}
          maxW="full"
          whiteSpace={{ sm: 'nowrap' }}
          fontWeight="semibold"
          textStyle={{ base: 'md', sm: 'lg' }}
        >
          {stage.title}
        </Text>
        <Status display={display} isNext={isNext} />
        {turn && <span>{turn}</span>}
        {summary && (
          <Text flexBasis="full" color="fg.muted">
            {summary}
          </Text>
        )}
      </Flex>
      <Box color="fg.muted" rotate={open ? '180deg' : undefined} transition="rotate 0.2s" alignSelf="center">
        <ChevronDown size={20} aria-hidden />
      </Box>
    </>
  );
}

function StageCard({ stage, clientCompleted, open, onToggle }: Props) {
  const id = useId();
  return (
    <Flex
      as="li"
      gap={{ base: 'min({spacing.2}, 2vw)', md: '4' }}
      css={{ '&:last-of-type .line': { display: 'none' } }}
    >
      <Node number={stage.stageNumber} display={stageDisplay(stage, clientCompleted)} />
      <Box flex="1" minW="0">
        <h3>
          <chakra.button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={onToggle}
            display="flex"
            gap="3"
            width="full"
            textAlign="start"
            cursor="pointer"
            borderRadius="l2"
            px={INSETS.stage}
            minH="11"
            py="2"
            mt="-0.5"
            _hover={{ bg: 'bg.muted' }}
            focusVisibleRing="outside"
          >
            <Header stage={stage} clientCompleted={clientCompleted} open={open} />
          </chakra.button>
        </h3>
        <Box id={id} px={INSETS.stage}>
          {open && <StageDetail stage={stage} clientCompleted={clientCompleted} />}
        </Box>
      </Box>
    </Flex>
  );
}

function OverallProgress() {
  const { progress } = useAccess().portal.client;
  return (
    <Box mb="4">
      <Text mb="2" fontWeight="semibold" fontVariantNumeric="tabular-nums">
        {`${progress}% complete`}
      </Text>
      <JourneyRule percent={progress} label="Overall progress" thick />
    </Box>
  );
}

export function JourneySection() {
  const { stages, client } = useAccess().portal;
  const [open, setOpen] = useState<string>();
  return (
    <Section title="Your Investment Journey" id={ANCHORS.journey}>
      <OverallProgress />
      <Box as="ol" listStyleType="none">
        {stages.map((stage) => (
          <StageCard
            key={stage.id}
            stage={stage}
            clientCompleted={client.completed}
            open={open === stage.id}
            onToggle={() => setOpen(open === stage.id ? undefined : stage.id)}
          />
        ))}
      </Box>
    </Section>
  );
}
