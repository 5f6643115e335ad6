import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { COLUMNS } from './columns.tsx';

/** Columns go one after the other where there is no room for them. */
const BY_ROOM = Object.fromEntries(
  COLUMNS.filter(({ from }) => from).map(({ id, from }) => [
    `@container (max-width: ${from}rem)`,
    { [`& [data-column=${id}]`]: { display: 'none' } },
  ]),
);

/** How the table of clients looks, all at once: its cells are the browser's own. */
export const TABLE_STYLE: SystemStyleObject = {
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
  // As far from the edge as the words of its heading, behind which there is room for an arrow.
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
  ...BY_ROOM,
};
