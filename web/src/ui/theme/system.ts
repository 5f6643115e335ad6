import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig, type SystemConfig, type SystemContext } from '@chakra-ui/react/styled-system';
import { animationStyles, breakpoints, layerStyles, textStyles } from '@chakra-ui/react/theme';
import { houseMotion } from './motion.ts';
import { houseRecipes, recipes } from './recipes.ts';

/** The theme's tokens, with their values or without. */
export type Tokens = Pick<NonNullable<SystemConfig['theme']>, 'tokens' | 'semanticTokens'>;

const house = defineConfig({
  cssVarsPrefix: 'c',
  cssVarsRoot: ':where(html)',
  theme: {
    breakpoints,
    textStyles,
    layerStyles,
    animationStyles: { ...animationStyles, ...houseMotion },
    recipes,
  },
});

/** Makes the design system: Chakra's engine, our tokens, the recipes in use and nothing else. */
export const makeSystem = (tokens: Tokens, config: SystemConfig = {}): SystemContext =>
  createSystem(defaultBaseConfig, house, { theme: tokens }, config, defineConfig({ theme: { recipes: houseRecipes } }));

/**
 * Makes the system that the app is drawn with. The global style is in the page already; a component's recipe is made once instead
 * of at every drawing.
 */
export function systemToDraw(tokens: Tokens): SystemContext {
  const system = makeSystem(tokens);
  const made = new WeakMap<object, unknown>();
  const cva = (recipe: Parameters<typeof system.cva>[0] = {}) => {
    const known = made.get(recipe) ?? system.cva(recipe);
    made.set(recipe, known);
    return known;
  };
  return { ...system, _global: [], cva: cva as typeof system.cva };
}
