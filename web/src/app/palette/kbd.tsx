import { chakra } from '@chakra-ui/react/styled-system';

/** A key as it is drawn. Not translated by the browser: `translate` would be a style here. */
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

/** The key that one holds for commands, as this computer calls it. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
