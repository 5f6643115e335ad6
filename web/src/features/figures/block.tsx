import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Sheet } from '../../ui/layout/sheet.tsx';

/** Indents a dense table as other sheets do. The sheet's border replaces the rule above the first row. */
const ALIGNED = {
  '& table': { marginTop: '-1px' },
  '@container (max-width: 40rem)': { '& tr > td': { paddingInline: '4' } },
  '@container (min-width: 40rem)': {
    '& tr > :is(th, td)': { paddingBlock: '2' },
    '& tr > :first-of-type': { paddingInlineStart: '5' },
    '& tr > :last-of-type': { paddingInlineEnd: '5' },
  },
};

interface Props {
  title: string;
  about: string;
  children: ReactNode;
}

/** Section with a table. */
export const Block = ({ title, about, children }: Props) => (
  <Box as="section" aria-label={title} mb="8">
    <chakra.h2 textStyle="lg">{title}</chakra.h2>
    <Text textStyle="sm" color="fg.muted" mb="3">
      {about}
    </Text>
    <Sheet overflow="hidden" css={ALIGNED}>
      {children}
    </Sheet>
  </Box>
);

export const FigureLink = chakra(Link, { base: { color: 'brand.fg', textDecoration: 'underline' } });

/** Returns the address of a list with filters. */
export const placeAt = (pathname: string, params: Readonly<Record<string, string>>) => ({
  pathname,
  search: new URLSearchParams(params).toString(),
});
