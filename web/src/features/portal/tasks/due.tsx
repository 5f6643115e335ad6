import { Box } from '@chakra-ui/react/box';
import { dueBadge } from '#shared/rules/due.ts';
import { formatLongDate } from '../../../lib/text/format.ts';
import { DueBadge } from '../../../parts/status/status-badges.tsx';

/** "Due 23 November 2026" with the given label, or "Was due on 23 November 2026" once that is past, with the badge. */
export const Due = ({ date, label = 'Due' }: { date: string; label?: string }) => (
  <>
    <span>{`${dueBadge(date, new Date()) === 'Overdue' ? 'Was due on' : label} ${formatLongDate(date)}`}</span>
    {/* Without its icon, the badge fits beside any date on a phone that is 390 px wide. */}
    <Box as="span" display="flex" css={{ '& svg': { hideBelow: 'sm' } }}>
      <DueBadge due={date} />
    </Box>
  </>
);
