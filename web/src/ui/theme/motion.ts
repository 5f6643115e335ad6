import { defineAnimationStyles, defineKeyframes } from '@chakra-ui/react/styled-system';

// Small motion that explains. Whoever asks for less of it gets none: the system ends each at once.

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

/**
 * `animationStyle="settles"`: what has just come. `animationStyle="foldsAway"`: what is done and leaves the list; take it out
 * `onAnimationEnd`, which comes at once where there is no motion.
 */
export const houseMotion = defineAnimationStyles({
  settles: { value: { animationName: 'settle-in', animationDuration: 'moderate' } },
  foldsAway: {
    value: { animationName: 'fold-away', animationDuration: 'slow', animationFillMode: 'forwards' },
  },
});
