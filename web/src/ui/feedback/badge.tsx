import { Box } from '@chakra-ui/react/box';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Meaning of a badge's colour; its icon and text say the same. */
export type Tone = 'brand' | 'gray' | 'notStarted' | 'green' | 'orange' | 'red' | 'yellow' | 'blue';

interface Props {
  tone: Tone;
  icon?: LucideIcon;
  /** Set for long texts, which wrap at any width. Others wrap in narrow windows only. */
  wraps?: boolean;
  children: ReactNode;
}

/** Status label in words, never in colour alone. */
export const Badge = ({ tone, icon: Icon, wraps, children }: Props) => (
  <Box
    as="span"
    // A new text gets a new element, as React cannot change text beside an icon on translated pages.
    key={String(children)}
    colorPalette={tone}
    display="inline-flex"
    alignItems="center"
    // Below their usual size on a phone with large text, as a badge’s word does not break.
    gap="min({spacing.1}, 1vw)"
    px="min({spacing.2}, 2vw)"
    py="0.5"
    borderRadius="full"
    bg="colorPalette.subtle"
    boxShadow={tone === 'notStarted' ? 'inset 0 0 0 1px {colors.colorPalette.border}' : undefined}
    color="colorPalette.fg"
    textStyle="xs"
    fontWeight="medium"
    maxW="full"
    // A word is never wider than its badge.
    minW="min-content"
    {...(!wraps && { flexShrink: '0', whiteSpace: { sm: 'nowrap' } })}
  >
    {Icon && (
      <Box as={Icon} boxSize="0.8125rem" color={tone === 'notStarted' ? 'colorPalette.solid' : undefined} aria-hidden />
    )}
    {children}
  </Box>
);
