import { Box, type BoxProps } from '@chakra-ui/react/box';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { EDGE, OVER_EDGE } from './edge.ts';

interface Props {
  label: string;
  fixed?: boolean;
  /** Extends rows to the edges of a panel, with the text aligned to its title. */
  bleed?: boolean;
  /** Reduces padding, to fit more columns. */
  dense?: boolean;
  /** Width in rem below which each row becomes a list. */
  listBelow?: number;
  children: ReactNode;
}

/** Aligns the outer columns of a dense table with its panel's title. */
const EDGES = {
  '& :is(th, td):first-of-type': { paddingInlineStart: { base: EDGE, md: '5' } },
  '& :is(th, td):last-of-type': { paddingInlineEnd: { base: EDGE, md: '5' } },
};

/** Table that turns each row into a list of labelled cells in narrow containers. */
export const Table = ({ label, fixed, bleed, dense, listBelow = 40, children }: Props) => (
  <Box mx={bleed ? { base: OVER_EDGE, md: '-5' } : undefined} css={{ containerType: 'inline-size' }}>
    <chakra.table
      aria-label={label}
      width="full"
      tableLayout={fixed ? 'fixed' : undefined}
      textStyle="sm"
      css={{
        '& :is(th, td)': { paddingInline: bleed ? { base: EDGE, md: '5' } : '4' },
        ...(dense && { '& :is(th, td)': { paddingInline: '2', paddingBlock: '1' } }),
        ...(dense && bleed && EDGES),
        '& tr': { borderTopWidth: '1px' },
        [`@container (max-width: ${listBelow}rem)`]: {
          '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
          '& :is(tbody, tr)': { display: 'block' },
          '& td': {
            display: 'grid',
            gridTemplateColumns: 'min(7.5rem, 35%) minmax(0, 1fr)',
            paddingBlock: '0.25rem',
            textAlign: 'start',
          },
          '& tbody tr': { paddingBlock: '0.5rem' },
          '& td > :first-of-type': { display: 'block' },
        },
      }}
    >
      {children}
    </chakra.table>
  </Box>
);

export const Th = (props: HTMLChakraProps<'th'>) => (
  <chakra.th scope="col" py="2" textAlign="start" fontWeight="medium" color="fg.muted" {...props} />
);

/** Table cell; `label` is its column's heading, shown in narrow tables. */
export const Td = ({ label, children, ...props }: BoxProps & { label: string }) => (
  <Box as="td" py="2.5" verticalAlign="middle" overflowWrap="anywhere" {...props}>
    <Text as="span" display="none" color="fg.muted">
      {label}
    </Text>
    <div>{children}</div>
  </Box>
);
