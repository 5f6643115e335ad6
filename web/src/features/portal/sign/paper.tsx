import { chakra } from '@chakra-ui/react/styled-system';

/** White in every theme and with forced colours, as the ink is black. */
export const Paper = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    maxW: 'lg',
    overflow: 'hidden',
    bg: 'white',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    forcedColorAdjust: 'none',
  },
});
