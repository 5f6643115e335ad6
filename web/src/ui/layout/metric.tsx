import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import type { LucideIcon } from 'lucide-react';
import type { Tone } from '../feedback/badge.tsx';
import { CoveringLink } from './covering-link.ts';
import { Sheet } from './sheet.tsx';

/** A number that matters: what it counts, how many (unset while unknown, a dash where it cannot be read), and where it leads. */
export interface MetricProps {
  label: string;
  value?: number | '–';
  icon: LucideIcon;
  tone?: Tone;
  to?: string;
}

/** One number of a page's head; a link where it leads somewhere. */
export const Metric = ({ label, value, icon: Icon, tone = 'brand', to }: MetricProps) => (
  <Sheet
    position="relative"
    display="flex"
    flexDirection="column"
    justifyContent="space-between"
    height="full"
    px={{ base: '3', sm: '4' }}
    py="3"
    _hover={to ? { borderColor: 'brand.border', boxShadow: 'md' } : {}}
  >
    <Flex justify="space-between" gap="2" color="fg.muted">
      <Text textStyle="sm" fontWeight="medium">
        {to ? <CoveringLink to={to}>{label}</CoveringLink> : label}
      </Text>
      <Box colorPalette={tone} color="colorPalette.fg" mt="0.5" hideBelow="sm">
        <Icon size={17} aria-hidden />
      </Box>
    </Flex>
    {value === undefined ? (
      <Skeleton height="9" width="12" mt="1" aria-hidden />
    ) : (
      <Text fontFamily="heading" textStyle="3xl" fontVariantNumeric="lining-nums tabular-nums">
        {value}
      </Text>
    )}
  </Sheet>
);
