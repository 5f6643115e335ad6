import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { isWithin, type StageDisplay, stageDisplay } from '#shared/rules/journey.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { formatMeeting } from '../../../lib/text/meeting-time.ts';
import { useAccess } from '../access.ts';
import DocumentList from '../documents/document-list.tsx';
import { UploadBox } from '../documents/upload-box.tsx';
import { ProviderWaits } from './provider-waits.tsx';
import { PURPOSES } from './stage-purposes.ts';
import { EXPLANATIONS } from './step-explanations.ts';

const STEP: Record<StageDisplay, readonly [icon: LucideIcon, color: string, label: string]> = {
  complete: [CircleCheck, 'green.fg', 'Completed'],
  'in-progress': [CircleDashed, 'yellow.fg', 'In Progress'],
  'not-required': [CircleSlash, 'fg.subtle', 'Not Required'],
  locked: [CircleDashed, 'fg.subtle', 'Pending'],
};

const Step = ({ step, clientCompleted }: { step: Stage; clientCompleted: boolean }) => {
  const display = stageDisplay(step, clientCompleted);
  const [Icon, color, label] = STEP[display];
  // The icon says that a step is pending, and the stage above it that it has not begun.
  const said = step.completedAt
    ? sayLongDay(step.completedAt)
    : step.bookedFor
      ? 'Booked'
      : display !== 'locked' && label;
  return (
    <Flex as="li" columnGap="2.5" py="1.5">
      <Box color={color} flexShrink="0" pt="0.5">
        <Icon size={18} role="img" aria-label={label} />
      </Box>
      <Flex flex="1" justify="space-between" columnGap="3" wrap="wrap">
        <Box flex="1 1 10rem">
          <span>{step.title}</span>
          {step.bookedFor && <Text key={step.bookedFor}>{`For ${formatMeeting(step.bookedFor, 'long')}`}</Text>}
          {EXPLANATIONS[step.stageNumber] && <Text color="fg.muted">{EXPLANATIONS[step.stageNumber]}</Text>}
        </Box>
        {said && (
          <Text as="span" color="fg.muted" whiteSpace="nowrap">
            {said}
          </Text>
        )}
      </Flex>
    </Flex>
  );
};

/** Stages in which the firm writes to providers, and works with their answers. */
const OF_PROVIDERS = [2, 3];

/** Steps, providers, documents and upload of one stage. */
export default function StageDetail({ stage, clientCompleted }: { stage: Stage; clientCompleted: boolean }) {
  const { documents } = useAccess().portal;
  const own = documents.filter(isWithin(stage));
  return (
    <Grid gap="4" templateColumns="minmax(0, 1fr)" pt="1" pb="4">
      <Text color="fg.muted">{PURPOSES[stage.stageNumber]}</Text>
      <Box as="ul" listStyleType="none">
        {stage.subStages.map((step) => (
          <Step key={step.id} step={step} clientCompleted={clientCompleted} />
        ))}
      </Box>
      {OF_PROVIDERS.includes(stage.stageNumber) && <ProviderWaits />}
      {own.length > 0 && <DocumentList documents={own} />}
      <UploadBox stage={stage} />
    </Grid>
  );
}
