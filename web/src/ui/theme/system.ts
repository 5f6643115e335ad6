import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  createSystem,
  defineConfig,
  defineRecipe,
  type SystemConfig,
  type SystemContext,
} from '@chakra-ui/react/styled-system';
import {
  animationStyles,
  breakpoints,
  buttonRecipe,
  inputRecipe,
  layerStyles,
  skeletonRecipe,
  spinnerRecipe,
  textStyles,
} from '@chakra-ui/react/theme';
import { type CSSObject, type SerializedStyles, serializeStyles } from '@emotion/serialize';
import { houseMotion } from './motion.ts';
import { onTouch } from './on-touch.ts';

/** iOS zooms in on fields below 16 px, and does not zoom out again. */
const UNZOOMED = onTouch({ fontSize: 'max(16px, 1rem)' });

/** Fields contrast with their sheet; their border has at least 3:1. */
const houseInput = defineRecipe({
  variants: {
    size: {
      '2xs': UNZOOMED,
      xs: UNZOOMED,
      sm: UNZOOMED,
      md: onTouch({ fontSize: 'max(16px, 1rem)', minH: '11' }),
    },
    variant: { outline: { bg: 'bg.surface', borderColor: 'border.emphasized' } },
  },
});

/** Grows with wrapped text, so that nothing overflows at 200 % text size. Keeps `h`, as rows stretch what has none. */
const WRAPS = { minH: 'min-content', maxW: 'full', whiteSpace: 'normal' };

const houseButton = defineRecipe({
  variants: {
    size: {
      '2xs': WRAPS,
      xs: WRAPS,
      sm: WRAPS,
      md: { ...WRAPS, ...onTouch({ h: '11', minW: '11' }) },
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

/** Recipes of every page. Components with slots pass theirs in the `recipe` prop, so that both load together. */
const recipes = { button: buttonRecipe, input: inputRecipe, skeleton: skeletonRecipe, spinner: spinnerRecipe };

const houseRecipes = { button: houseButton, input: houseInput };

/** Token names by category, such as `0.5` of `spacing`, separated by spaces. Their values are in the global style. */
export type TokenNames = Record<string, string>;

const PREFIX = 'c';
/** Property that selects a palette, also used as the name of its colours. */
const PALETTE = 'colorPalette';

const house = defineConfig({
  cssVarsPrefix: PREFIX,
  cssVarsRoot: ':where(html)',
  theme: {
    breakpoints,
    textStyles,
    layerStyles,
    animationStyles: { ...animationStyles, ...houseMotion },
    recipes,
  },
});

/** Builds the design system: Chakra's engine, only the recipes in use, and the tokens of `config`. */
export const makeSystem = (config: SystemConfig = {}): SystemContext =>
  createSystem(defaultBaseConfig, house, config, defineConfig({ theme: { recipes: houseRecipes } }));

const dashed = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** Names a token's CSS variable as Chakra does. Dots are part separators in colours, decimal points elsewhere. */
const variableOf = (category: string, name: string) =>
  dashed(
    `--${PREFIX}-${category}${name && '-'}${name.replaceAll('.', category === 'colors' ? '-' : '\\.')}`,
  ) as `--${string}`;

/** Returns the CSS value of a token; `calc()` for negative spaces. */
const referenceTo = (category: string, name: string): string =>
  name.startsWith('-') ? `calc(${referenceTo(category, name.slice(1))} * -1)` : `var(${variableOf(category, name)})`;

/** Adds the tokens' names to a system without tokens. Chakra's own token table takes a phone 40 ms more. */
function addTokens({ tokens, utility }: SystemContext, names: TokenNames) {
  const categories: Record<string, Record<string, string>> = {};
  for (const [category, text] of Object.entries(names)) {
    categories[category] = Object.fromEntries(text.split(' ').map((name) => [name, referenceTo(category, name)]));
    for (const [name, value] of Object.entries(categories[category])) tokens.flatMap.set(`${category}.${name}`, value);
  }
  const ofCategory = (category: string) => categories[category];
  for (const [property, config] of Object.entries(defaultBaseConfig.utilities ?? {})) {
    if (typeof config.values !== 'string' && typeof config.values !== 'function') continue;
    const values = typeof config.values === 'string' ? ofCategory(config.values) : config.values(ofCategory);
    if (!values) continue;
    // Chakra reads the values a second time for the types of its command line: 20 ms on a phone.
    const valuesOf = (lookUp: unknown) => (lookUp === tokens.getCategoryValues ? values : { type: 'string' });
    utility.register(property, { ...config, values: valuesOf });
  }
  const palettes: Record<string, Record<`--${string}`, string>> = {};
  for (const [name, value] of Object.entries(categories.colors ?? {})) {
    const [palette = ''] = name.split('.', 1);
    if (palette === PALETTE) continue;
    palettes[palette] ??= {};
    palettes[palette][variableOf('colors', PALETTE + name.slice(palette.length))] = value;
  }
  utility.register(PALETTE, { values: Object.keys(palettes), transform: (name: string) => palettes[name] });
}

const described = new WeakMap<object, string>();

/** Returns a style as text, cached by object: recipes pass the same objects at every render. */
function textOf(style: unknown): string {
  if (typeof style !== 'object' || !style) return `${typeof style}:${style}`;
  const known = described.get(style);
  if (known !== undefined) return known;
  const entries = Object.entries(style);
  const text = `{${entries.map(([name, value]) => `${name}:${textOf(value)}`).join()}}`;
  described.set(style, text);
  return text;
}

/**
 * Adds the tokens to `system` and returns the one for rendering. Caches recipes, styles and property checks, as
 * Chakra's memo serializes its arguments at each render.
 * Styles include their serialized text, which Emotion then reuses. The global style is in the page already.
 */
export function systemToDraw(
  system: SystemContext,
  names: TokenNames,
  serialize: (style: CSSObject) => SerializedStyles = (style) => serializeStyles([style]),
): SystemContext {
  addTokens(system, names);
  const recipes = new WeakMap<object, unknown>();
  const cva = (recipe: Parameters<typeof system.cva>[0] = {}) => {
    const known = recipes.get(recipe) ?? system.cva(recipe);
    recipes.set(recipe, known);
    return known;
  };
  const styles = new Map<string, ReturnType<typeof system.css>>();
  const css: typeof system.css = (...parts) => {
    const key = parts.map(textOf).join('|');
    const known = styles.get(key);
    if (known) return known;
    const style = system.css(...parts);
    const withText = { ...style, ...serialize(style as CSSObject) };
    styles.set(key, withText);
    return withText;
  };
  const properties = new Map<string, boolean>();
  const isValidProperty = (name: string) => {
    const known = properties.get(name) ?? system.isValidProperty(name);
    properties.set(name, known);
    return known;
  };
  return { ...system, _global: [], css, cva: cva as typeof system.cva, isValidProperty };
}
