import { defineRecipe } from '@chakra-ui/react/styled-system';
import { buttonRecipe, inputRecipe, skeletonRecipe, spinnerRecipe } from '@chakra-ui/react/theme';

/** A finger needs 44 px. */
const TOUCH = { '@media (pointer: coarse)': { minH: '11', minW: '11' } };

/** iOS zooms in on a field of less than 16 px, and never out again. */
const UNZOOMED = { '@media (pointer: coarse)': { fontSize: 'max(16px, 1rem)' } };

/** Fields stand out from the sheet they lie on; their border alone has a contrast of 3:1. */
const houseInput = defineRecipe({
  variants: {
    size: {
      '2xs': UNZOOMED,
      xs: UNZOOMED,
      sm: UNZOOMED,
      md: { '@media (pointer: coarse)': { fontSize: 'max(16px, 1rem)', minH: '11' } },
    },
    variant: { outline: { bg: 'bg.surface', borderColor: 'border.emphasized' } },
  },
});

const houseButton = defineRecipe({
  variants: {
    size: {
      md: TOUCH,
      // Grows with words that need several lines, so that nothing sticks out at 200 % text size.
      lg: {
        h: 'auto',
        minH: '11',
        py: '1.5',
        px: 'min({spacing.5}, 5vw)',
        gap: 'min({spacing.3}, 3vw)',
        maxW: 'full',
        flexShrink: '1',
        overflowWrap: 'anywhere',
        whiteSpace: 'normal',
      },
    },
  },
});

/**
 * The recipes that every page may need. Components of several parts (dialog, toast, accordion) bring theirs along in
 * the `recipe` prop, so that it is fetched with them.
 */
export const recipes = { button: buttonRecipe, input: inputRecipe, skeleton: skeletonRecipe, spinner: spinnerRecipe };

/** Where our look departs from Chakra's. */
export const houseRecipes = { button: houseButton, input: houseInput };
