import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router';

/** Style of a link that a click anywhere on its card follows. The focus is shown along the card's edge, within it. */
export const COVERING = {
  _before: { content: '""', position: 'absolute', inset: '0', borderRadius: 'l3' },
  _focusVisible: {
    outline: 'none',
    _before: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  },
} as const;

/** A link that covers its card, which is the nearest element around it with a `position`. */
export const CoveringLink = chakra(Link, { base: COVERING });
