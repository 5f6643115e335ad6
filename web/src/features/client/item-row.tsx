import { chakra } from '@chakra-ui/react/styled-system';

/** Row of a task or a request. One styled element per row, because a page can have hundreds. */
export const ItemRow = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    rowGap: '1',
    py: '2',
    borderTopWidth: '1px',
    _first: { borderTopWidth: 0, pt: 0 },
    '& > div:first-child': { flex: '1 1 16rem', minW: '0' },
    '& p, & dd': { unicodeBidi: 'plaintext', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
    // The facts are beside the title if both fit on one line.
    '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
    '& .title': { fontWeight: 'medium' },
    '&[data-done] .title': { color: 'fg.muted' },
    '& .description': { textStyle: 'sm', color: 'fg.muted' },
    '& .facts': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      rowGap: '1',
      textStyle: 'xs',
      color: 'fg.muted',
      '& > span': { display: 'inline-flex', alignItems: 'center', gap: '1' },
    },
    '& .acts': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'start',
      alignSelf: 'start',
      gap: '0.5',
      ms: { base: '-2.5', md: '0' },
    },
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      width: 'fit',
      mt: '1',
      textStyle: 'xs',
      color: 'fg.muted',
      cursor: 'pointer',
      borderRadius: 'l1',
      _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    },
    '& summary::-webkit-details-marker': { display: 'none' },
    // Chevron without an extra element.
    '& summary::before': {
      content: '""',
      boxSize: '1.5',
      borderBottomWidth: '1.5px',
      borderInlineEndWidth: '1.5px',
      borderColor: 'currentColor',
      rotate: '-45deg',
    },
    '& details[open] > summary::before': { rotate: '45deg' },
    '& dl': { borderInlineStartWidth: '2px', ps: '2.5', mt: '1', textStyle: 'sm' },
    '& dt': { textStyle: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
  },
});
