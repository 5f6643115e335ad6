import { Box, type BoxProps } from '@chakra-ui/react/box';
import type { RefAttributes } from 'react';

/**
 * How much a surface weighs: `plain` stands on the page below a rule, a `sheet` groups what belongs together, what is
 * `raised` is worked in or floats.
 */
export type Weight = 'plain' | 'sheet' | 'raised';

const LOOKS = {
  plain: { borderTopWidth: '1px' },
  sheet: { bg: 'bg.surface', borderWidth: '1px', borderRadius: 'l3' },
  raised: { bg: 'bg.raised', borderWidth: '1px', borderRadius: 'l3', boxShadow: 'md' },
} as const;

/** The surfaces of a page, in three weights; a sheet of paper where nothing else is said. */
export const Sheet = ({
  weight = 'sheet',
  ...props
}: BoxProps & RefAttributes<HTMLDivElement> & { weight?: Weight }) => <Box {...LOOKS[weight]} {...props} />;
