import { Box, type BoxProps } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';

interface Props {
  /** What the table holds, for assistive technology. */
  label: string;
  /** Columns keep their given widths, whatever is in them. */
  fixed?: boolean;
  /** Set in a panel, so that the lines reach its edges and the text stays in line with its title. */
  bleed?: boolean;
  /** Columns stand close together, so that more of them find room. */
  dense?: boolean;
  /** The width in rem below which each row becomes a list. */
  listBelow?: number;
  children: ReactNode;
}

/** The first and last columns of a dense table are in line with the title of its panel. */
const EDGES = {
  '& :is(th, td):first-of-type': { paddingInlineStart: { base: '4', md: '5' } },
  '& :is(th, td):last-of-type': { paddingInlineEnd: { base: '4', md: '5' } },
};

/** A table on a sheet; where it is narrow each row becomes a list of its labelled cells. */
export const Table = ({ label, fixed, bleed, dense, listBelow = 40, children }: Props) => (
  <Box mx={bleed ? { base: '-4', md: '-5' } : undefined} css={{ containerType: 'inline-size' }}>
    <chakra.table
      aria-label={label}
      width="full"
      tableLayout={fixed ? 'fixed' : undefined}
      textStyle="sm"
      css={{
        '& :is(th, td)': { paddingInline: bleed ? { base: '4', md: '5' } : '4' },
        ...(dense && { '& :is(th, td)': { paddingInline: '2', paddingBlock: '1' } }),
        ...(dense && bleed && EDGES),
        '& tr': { borderTopWidth: '1px' },
        [`@container (max-width: ${listBelow}rem)`]: {
          '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
          '& :is(tbody, tr)': { display: 'block' },
          '& td': { display: 'grid', gridTemplateColumns: 'min(7.5rem, 35%) minmax(0, 1fr)', paddingBlock: '0.25rem' },
          '& tbody tr': { paddingBlock: '0.5rem' },
          '& td > :first-of-type': { display: 'block' },
        },
      }}
    >
      {children}
    </chakra.table>
  </Box>
);

/** A column's heading. */
export const Th = ({ children, width }: { children: ReactNode; width?: string }) => (
  <chakra.th scope="col" width={width} py="2" textAlign="start" fontWeight="medium" color="fg.muted">
    {children}
  </chakra.th>
);

/** A cell; `label` is its column's heading, which it shows itself where the table is narrow. */
export const Td = ({ label, children, ...props }: BoxProps & { label: string }) => (
  <Box as="td" py="2.5" verticalAlign="middle" overflowWrap="anywhere" {...props}>
    <Text as="span" display="none" color="fg.muted">
      {label}
    </Text>
    <div>{children}</div>
  </Box>
);
