import { defineRecipe } from '@chakra-ui/react/styled-system';
import { buttonRecipe, inputRecipe, skeletonRecipe, spinnerRecipe } from '@chakra-ui/react/theme';

/** Fields stand out from the sheet they lie on; their border alone has a contrast of 3:1. */
const fieldOutline = defineRecipe({
  variants: { variant: { outline: { bg: 'bg.surface', borderColor: 'border.emphasized' } } },
});

/**
 * The recipes that every page may need. Components of several parts (dialog, toast, accordion) bring theirs along in
 * the `recipe` prop, so that it is fetched with them.
 */
export const recipes = { button: buttonRecipe, input: inputRecipe, skeleton: skeletonRecipe, spinner: spinnerRecipe };

/** Where our look departs from Chakra's. */
export const houseRecipes = { input: fieldOutline };
