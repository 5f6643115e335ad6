import { Box } from '@chakra-ui/react/box';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a badge's colour stands for; its icon and text say the same. */
export type Tone = 'brand' | 'gray' | 'notStarted' | 'green' | 'orange' | 'red' | 'yellow' | 'blue';

/** A short state in words with an icon, never in colour alone. */
export const Badge = ({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: ReactNode }) => (
  <Box
    as="span"
    colorPalette={tone}
    display="inline-flex"
    alignItems="center"
    gap="1"
    px="2"
    py="0.5"
    borderRadius="full"
    bg="colorPalette.subtle"
    boxShadow={tone === 'notStarted' ? 'inset 0 0 0 1px {colors.colorPalette.border}' : undefined}
    color="colorPalette.fg"
    textStyle="xs"
    fontWeight="medium"
    whiteSpace="nowrap"
  >
    <Box as={Icon} boxSize="13px" color={tone === 'notStarted' ? 'colorPalette.solid' : undefined} aria-hidden />
    {children}
  </Box>
);
