import { Box } from '@chakra-ui/react/box';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a badge's colour stands for; its icon and text say the same. */
export type Tone = 'brand' | 'gray' | 'green' | 'orange' | 'red' | 'yellow' | 'blue';

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
    color="colorPalette.fg"
    textStyle="xs"
    fontWeight="medium"
    whiteSpace="nowrap"
  >
    <Icon size={13} aria-hidden />
    {children}
  </Box>
);
