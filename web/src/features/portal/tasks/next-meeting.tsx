import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { CalendarDays } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { meetingAhead, meetingTitle } from '#shared/rules/meetings.ts';
import { formatMeeting } from '../../../lib/text/meeting-time.ts';

/** Title and time of the next meeting that is booked for today or later. */
export function NextMeeting({ stages }: { stages: readonly Stage[] }) {
  const now = new Date();
  const [meeting] = stages.flatMap(({ subStages }) => meetingAhead(subStages, now) ?? []);
  if (!meeting) return null;
  const title = meetingTitle(meeting.stageNumber).toLowerCase();
  return (
    <Flex key={meeting.bookedFor} gap="2" flexBasis="full" mt="-2" mb="1">
      <Box flexShrink="0" pt="1" color="brand.fg">
        <CalendarDays size={18} aria-hidden />
      </Box>
      <span>{`Your ${title}: ${formatMeeting(meeting.bookedFor, 'long')}`}</span>
    </Flex>
  );
}
