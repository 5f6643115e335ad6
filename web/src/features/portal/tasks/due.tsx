import { Box } from '@chakra-ui/react/box';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { DueBadge } from '../../../parts/status/status-badges.tsx';

/** "Due 23 November 2026", with the badge that says if that is past. */
export const Due = ({ date }: { date: string }) => (
  <>
    <span>{`Due ${sayLongDay(date)}`}</span>
    {/* Without its icon, the badge fits beside any date on a phone that is 390 px wide. */}
    <Box as="span" display="flex" css={{ '& svg': { hideBelow: 'sm' } }}>
      <DueBadge due={date} />
    </Box>
  </>
);
