import { chakra } from '@chakra-ui/react/styled-system';

/** A keyboard key. The class prevents translation, since Chakra takes `translate` for a style. */
export const Kbd = chakra(
  'kbd',
  {
    base: {
      px: '1.5',
      minW: '5',
      textAlign: 'center',
      borderWidth: '1px',
      borderRadius: 'l1',
      bg: 'bg.subtle',
      color: 'fg.muted',
      fontFamily: 'body',
      textStyle: 'xs',
      whiteSpace: 'nowrap',
    },
  },
  { defaultProps: { className: 'notranslate' } },
);

/** Keys that open the command palette. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
