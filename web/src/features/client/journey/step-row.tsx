import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { FileText } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { PLANS_STAGE, stageDisplay } from '#shared/rules/journey.ts';
import { countOf } from '#shared/rules/words.ts';
import { StageBadge } from '../../../parts/client/status-badge.tsx';
import { useClient } from '../client-context.ts';
import { Plans } from './plans.tsx';
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
    <Flex as="span" align="center" gap="1" textStyle="xs" color="fg.muted" whiteSpace="nowrap">
      <FileText size={12} aria-hidden />
      {countOf(count, 'document')}
    </Flex>
  );

/** A sub-stage in the list: its state, what can be done, and on 2.2 its plans. */
export function StepRow({ step }: { step: Stage }) {
  const { client, showStage } = useClient();
  const Icon = stageIcon(step.stageNumber);
  return (
    <Box as="li" borderTopWidth="1px" borderColor="border.muted" py="1.5" _first={{ borderTopWidth: 0 }}>
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
          </Flex>
        </Flex>
        <Flex align="center" gap="1" wrap="wrap" justify="end" ms="auto">
          <StageBadge display={stageDisplay(step, client.completed)} />
          <StageActions stage={step} />
        </Flex>
      </Flex>
      {step.stageNumber === PLANS_STAGE && !step.notRequired && <Plans stage={step} />}
    </Box>
  );
}
