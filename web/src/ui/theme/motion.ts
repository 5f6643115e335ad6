import { defineAnimationStyles, defineKeyframes } from '@chakra-ui/react/styled-system';

// Short animations. With reduced motion they end immediately (global-css.ts).

export const houseKeyframes = defineKeyframes({
  'settle-in': { from: { opacity: 0, transform: 'translateY(0.375rem)' } },
  'fold-away': {
    from: { overflow: 'hidden' },
    to: {
      overflow: 'hidden',
      opacity: 0,
      height: 0,
      minHeight: 0,
      marginBlock: 0,
      paddingBlock: 0,
      borderBlockWidth: 0,
    },
  },
});

/** `foldsAway` items leave their list in `onAnimationEnd`, which also fires with reduced motion. */
export const houseMotion = defineAnimationStyles({
  settles: { value: { animationName: 'settle-in', animationDuration: 'moderate' } },
  foldsAway: {
    value: { animationName: 'fold-away', animationDuration: 'slow', animationFillMode: 'forwards' },
  },
});
