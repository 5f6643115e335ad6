import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import type { Column } from './columns.tsx';

/** Widths in rem of the tick box, the menu and the shortest useful name. */
const ALWAYS = 2.25 + 3 + 11.25;

/** Styles that hide columns by rank in a table too narrow for them. */
function hidingStyles(columns: readonly Column[]): SystemStyleObject {
  let room = ALWAYS;
  return Object.fromEntries(
    columns
      .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
      .map(({ id, width = 0, rank }) => {
        room += width;
        return [`@container (max-width: ${room}rem)`, rank ? { [`& [data-column=${id}]`]: { display: 'none' } } : {}];
      }),
  );
}

/** Styles of the table of clients in one object: its cells are plain elements. */
export const tableStyle = (columns: readonly Column[]): SystemStyleObject => ({
  width: 'full',
  tableLayout: 'fixed',
  textStyle: 'sm',
  fontVariantNumeric: 'lining-nums tabular-nums',
  '& :is(td, th)': {
    px: '2',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& thead :is(td, th)': {
    position: 'sticky',
    top: 'var(--list-top, 0px)',
    zIndex: 'docked',
    height: '9',
    bg: 'bg.surface',
    boxShadow: 'inset 0 -1px {colors.border}',
    color: 'fg.muted',
    fontWeight: 'medium',
  },
  '& thead button': {
    width: 'full',
    height: '9',
    textAlign: 'inherit',
    fontWeight: 'inherit',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
    '& span': { ms: '1', color: 'brand.fg' },
  },
  '& [aria-sort] button': { color: 'fg' },
  '& tbody tr': { height: '36px' },
  // On the cells, as Safari draws no shadow of a row.
  '& tbody tr:not([data-gap]) > *': { boxShadow: 'inset 0 -1px {colors.border.muted}' },
  '& tbody tr:hover': { bg: 'bg.subtle' },
  '& tbody tr:has(input:checked)': { bg: 'brand.subtle' },
  // A badge can be a fraction of a pixel wider than its cell, which Safari marks with dots.
  '& td[data-column=status]': { textOverflow: 'clip' },
  '& [data-column=tick]': { ps: '3' },
  '& [data-column=menu]': { textAlign: 'end', overflow: 'visible' },
  '& [data-number]': { textAlign: 'end' },
  // Aligns numbers with their heading, which leaves room for the sort arrow.
  '& td[data-number]': { pe: '3' },
  '& td[data-column=name]': { color: 'fg.muted' },
  '& a': { color: 'fg', fontWeight: 'medium', _hover: { textDecoration: 'underline' } },
  '& a:focus-visible': { outlineOffset: '-2px' },
  '& [data-signal]': { display: 'inline-block', ms: '1.5', verticalAlign: 'text-bottom', color: 'brand.fg' },
  '& [data-signal=stuck]': { color: 'yellow.fg' },
  '& em': { color: 'orange.fg', fontStyle: 'normal', fontWeight: 'medium' },
  '& strong': {
    color: 'red.fg',
    fontWeight: 'medium',
    '& svg': { display: 'inline', ms: '1', verticalAlign: 'text-bottom' },
  },
  ...hidingStyles(columns),
});
