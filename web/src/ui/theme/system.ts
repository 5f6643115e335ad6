import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { animationStyles, breakpoints, layerStyles, textStyles } from '@chakra-ui/react/theme';
import { allKeyframes, globalCss, preflight } from './global-css.ts';
import { houseMotion } from './motion.ts';
import { houseRecipes, recipes } from './recipes.ts';
import { baseTokens, semanticTokens } from './tokens.ts';

const house = defineConfig({
  preflight,
  cssVarsPrefix: 'c',
  cssVarsRoot: ':where(html)',
  theme: {
    breakpoints,
    keyframes: allKeyframes,
    tokens: baseTokens,
    semanticTokens,
    textStyles,
    layerStyles,
    animationStyles: { ...animationStyles, ...houseMotion },
    recipes,
  },
  globalCss,
});

/**
 * Makes the design system: Chakra's engine, our tokens, the recipes in use and nothing else. Not while the app is loaded,
 * which is one long task by itself.
 */
export const makeSystem = () =>
  createSystem(defaultBaseConfig, house, defineConfig({ theme: { recipes: houseRecipes } }));
