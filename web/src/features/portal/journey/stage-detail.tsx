import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { isWithin, type StageDisplay, stageDisplay } from '#shared/rules/journey.ts';
import { useAccess } from '../access.ts';
import { DocumentList } from '../documents/document-list.tsx';
import { UploadBox } from '../documents/upload-progress.tsx';
import { formatLongDate } from '../long-date.ts';

/** Purpose of each stage, for the client, by stage number. */
const PURPOSES: Readonly<Record<number, string>> = {
  1: 'We get to know each other, and agree what we will do for you and what it costs.',
  2: 'You tell us about your money, your plans and how you feel about risk, so that our advice fits you.',
  3: 'We look at what you have, ask your providers for the details, and work out what you will need.',
  4: 'We put our recommendation in writing, and you decide whether to go ahead.',
  5: 'We go through the recommendation together, and you get a letter that says why it suits you.',
  6: 'We apply to the providers for you, which is why we have to check who you are.',
  7: 'We ring to check that everything is in place, and answer any questions you still have.',
};

/** Explanations of the steps with technical titles, by step number. */
const EXPLANATIONS: Readonly<Record<number, string>> = {
  1.4: 'The agreement that says what we do for you and what it costs.',
  2.1: 'Questions about how you feel when investments go up and down.',
  2.2: 'Your permission for us to ask your pension and investment companies for details.',
  2.3: 'A form about you, your money and your plans.',
  3.1: 'A forecast of how long your money will last.',
  3.2: 'The details that your pension and investment companies send us.',
  5.3: 'A letter that explains why our advice is right for you.',
  5.4: 'You confirm that you have read that letter.',
};

const STEP: Record<StageDisplay, readonly [icon: LucideIcon, color: string, label: string]> = {
  complete: [CircleCheck, 'green.fg', 'Completed'],
  'in-progress': [CircleDashed, 'yellow.fg', 'In Progress'],
  'not-required': [CircleSlash, 'fg.subtle', 'Not Required'],
  locked: [CircleDashed, 'fg.subtle', 'Pending'],
};

const Step = ({ step, clientCompleted }: { step: Stage; clientCompleted: boolean }) => {
  const [Icon, color, label] = STEP[stageDisplay(step, clientCompleted)];
  return (
    <Flex as="li" columnGap="2.5" py="1.5">
      <Box color={color} flexShrink="0" pt="0.5">
        <Icon size={18} aria-hidden />
      </Box>
      <Flex flex="1" justify="space-between" columnGap="3" wrap="wrap">
        <Box flex="1 1 10rem">
          <span>{step.title}</span>
          {EXPLANATIONS[step.stageNumber] && <Text color="fg.muted">{EXPLANATIONS[step.stageNumber]}</Text>}
        </Box>
        <Text as="span" color="fg.muted" whiteSpace="nowrap">
          {step.completedAt ? formatLongDate(step.completedAt) : label}
        </Text>
      </Flex>
    </Flex>
  );
};

/** Steps, documents and upload of one stage. */
export function StageDetail({ stage, clientCompleted }: { stage: Stage; clientCompleted: boolean }) {
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
      {own.length > 0 && <DocumentList documents={own} />}
      <UploadBox stage={stage} />
    </Grid>
  );
}
