import { Box, type BoxProps } from '@chakra-ui/react/box';
import type { RefAttributes } from 'react';

/** Emphasis of a surface: `plain` has a rule above, `sheet` groups content, `raised` is for editing or floats. */
export type Weight = 'plain' | 'sheet' | 'raised';

const LOOKS = {
  plain: { borderTopWidth: '1px' },
  sheet: { bg: 'bg.surface', borderWidth: '1px', borderRadius: 'l3' },
  raised: { bg: 'bg.raised', borderWidth: '1px', borderRadius: 'l3', boxShadow: 'md' },
} as const;

export const Sheet = ({
  weight = 'sheet',
  ...props
}: BoxProps & RefAttributes<HTMLDivElement> & { weight?: Weight }) => <Box {...LOOKS[weight]} {...props} />;
