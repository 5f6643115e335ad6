import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router';

/** Style of a link that covers its card. The focus outline is drawn inside the card's edge. */
export const COVERING = {
  _before: { content: '""', position: 'absolute', inset: '0', borderRadius: 'l3' },
  _focusVisible: {
    outline: 'none',
    _before: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  },
} as const;

/** Link that covers its card: the nearest ancestor with a `position`. */
export const CoveringLink = chakra(Link, { base: COVERING });
