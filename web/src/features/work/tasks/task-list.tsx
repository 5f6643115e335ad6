import { chakra } from '@chakra-ui/react/styled-system';

const AREAS = { base: '"tick what act" ". when act" ". who act"', md: '"tick what who when act"' };
const COLUMNS = {
  base: 'auto minmax(0, 1fr) auto',
  md: 'auto minmax(0, 2fr) minmax(0, 1.4fr) 8rem auto',
  lg: 'auto minmax(0, 3fr) minmax(0, 1.4fr) 8rem auto',
};

const BUTTONS = {
  '& .button': {
    position: 'relative',
    zIndex: '1',
    boxSize: '9',
    flexShrink: '0',
    display: 'grid',
    placeItems: 'center',
    borderRadius: 'full',
    color: 'fg.muted',
    cursor: 'pointer',
  },
  '& .button:hover': { bg: 'brand.subtle', color: 'brand.fg' },
  '& .button:active': { bg: 'brand.emphasized' },
  '& .button:focus-visible': { outline: '2px solid', outlineColor: 'brand.focusRing' },
  '& .button .on, & .tick:is(:hover, :focus-visible) .off': { display: 'none' },
  '& .tick:is(:hover, :focus-visible) .on': { display: 'block' },
} as const;

/** Container of a task's buttons outside a {@link TaskItem}. */
export const RowButtons = chakra('div', { base: { display: 'flex', ...BUTTONS } });

/** List with all styles of its {@link TaskItem} rows. Rows are plain elements, so that 1,000 of them render quickly. */
export const TaskList = chakra('ul', {
  base: {
    listStyleType: 'none',
    textStyle: 'sm',
    '& > li': {
      display: 'grid',
      gridTemplateRows: '1fr',
      position: 'relative',
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 4.25rem',
      transitionProperty: 'grid-template-rows, opacity',
      transitionDuration: 'moderate',
    },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '& > li:hover': { bg: 'bg.subtle' },
    '& > li:has([data-row-link]:active)': { bg: 'bg.muted' },
    '& > li[inert]': { gridTemplateRows: '0fr', opacity: '0' },
    '& > li > div': {
      minHeight: '0',
      overflow: 'hidden',
      display: 'grid',
      gridTemplateAreas: AREAS,
      gridTemplateColumns: COLUMNS,
      columnGap: { base: '2', md: '4' },
      rowGap: '1',
      alignItems: 'center',
      px: { base: '2', md: '3' },
    },
    '& > li:not([inert]) > div': { py: '2.5' },
    '& .what': {
      gridArea: 'what',
      minWidth: '0',
      alignSelf: { base: 'start', md: 'center' },
      pt: { base: '2', md: '0' },
    },
    '& .when': {
      gridArea: 'when',
      display: 'flex',
      flexDirection: { md: 'column' },
      alignItems: { base: 'center', md: 'start' },
      flexWrap: 'wrap',
      columnGap: '2',
      rowGap: '0.5',
      color: 'fg.muted',
      textStyle: 'xs',
    },
    '& .how': { display: 'flex', alignItems: 'center', gap: '2', mt: '1', color: 'fg.muted', textStyle: 'xs' },
    '& .who': { gridArea: 'who', minWidth: '0', color: 'fg.muted', lineHeight: 'short' },
    '& .act': { gridArea: 'act', alignSelf: { base: 'start', md: 'center' } },
    '& bdi': { unicodeBidi: 'plaintext', overflowWrap: 'anywhere' },
    '& .title': { fontWeight: 'semibold', textAlign: 'start', cursor: 'pointer' },
    '& .title::before': { content: '""', position: 'absolute', inset: '0' },
    '& .title:focus-visible': { outline: 'none' },
    '& .title:focus-visible::before': {
      outline: '2px solid',
      outlineColor: 'brand.focusRing',
      outlineOffset: '-2px',
      borderRadius: 'l2',
    },
    '& .about': { color: 'fg.muted', lineClamp: '2' },
    ...BUTTONS,
    '& .tick': { gridArea: 'tick', alignSelf: { base: 'start', md: 'center' } },
  },
});
