import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { JourneyRule } from '../../../parts/client/journey-rule.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.ts';
import { Section } from '../section.tsx';
import { StageCard } from './stage-card.tsx';

function OverallProgress() {
  const { progress, currentStage, completed } = useAccess().portal.client;
  return (
    <Box mb="6">
      <Flex justify="space-between" align="baseline" columnGap="3" wrap="wrap" mb="2.5">
        <Text color="fg.muted">{completed ? 'All stages complete' : `Now: ${currentStage}`}</Text>
        <Text fontWeight="semibold" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          {progress}% complete
        </Text>
      </Flex>
      <JourneyRule percent={progress} label="Overall progress" thick />
    </Box>
  );
}

/** The seven stages from top to bottom, one of them open at a time (product 2). */
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
