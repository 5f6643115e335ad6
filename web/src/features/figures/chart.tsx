import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Chart in a table's row: filled and outlined bars, lines and dots at percentages of its width. */
export const RowChart = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.svg
    role="img"
    aria-label={label}
    display="block"
    width="full"
    minW="16"
    height="4"
    overflow="visible"
    css={{
      printColorAdjust: 'exact',
      '& rect': { fill: 'brand.solid', stroke: 'brand.solid', strokeWidth: '1.5px' },
      '& [data-outlined]': { fill: 'none' },
      '& line': { stroke: 'fg.muted' },
      '& circle': { fill: 'bg.surface', stroke: 'brand.solid', strokeWidth: '2px' },
    }}
  >
    {children}
  </chakra.svg>
);

/** Returns a share of the chart's width. */
export const shareOf = (value: number, most: number) => `${(value / most) * 100}%`;
