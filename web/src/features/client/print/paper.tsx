import { chakra } from '@chakra-ui/react/styled-system';

/** A sheet that only paper shows, in place of the screen, in ink on white whatever the theme. */
export const Paper = chakra('main', {
  base: {
    display: 'none',
    _print: { display: 'block' },
    fontSize: '9pt',
    lineHeight: '1.35',
    overflowWrap: 'anywhere',
    '& h1': { fontSize: '17pt' },
    '& h2': { fontSize: '11pt', mt: '3.5', mb: '1', borderBottomWidth: '1px' },
    '& .notes': { whiteSpace: 'pre-wrap' },
    '& ul': { listStyleType: 'none' },
    '& table': { width: 'full', borderCollapse: 'collapse' },
    '& th, & td': { textAlign: 'start', verticalAlign: 'top', py: '0.5', pe: '3' },
    '& th': { fontWeight: 'semibold' },
    '& li': { lineClamp: '2', mb: '0.5' },
    '& .beside': { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '6' },
  },
});
