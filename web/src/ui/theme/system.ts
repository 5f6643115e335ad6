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
const recipes = { button: buttonRecipe, input: inputRecipe, skeleton: skeletonRecipe, spinner: spinnerRecipe };

/** Where our look departs from Chakra's. */
const houseRecipes = { button: houseButton, input: houseInput };

/** The names of the theme's tokens by category, such as `0.5` of `spacing`, between spaces. Their values are in the global style. */
export type TokenNames = Record<string, string>;

const PREFIX = 'c';
/** The property that chooses a palette, whose colours have its name too. */
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

/** Makes the design system: Chakra's engine, the recipes in use and nothing else, with the tokens of `config`. */
export const makeSystem = (config: SystemConfig = {}): SystemContext =>
  createSystem(defaultBaseConfig, house, config, defineConfig({ theme: { recipes: houseRecipes } }));

const dashed = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** Returns a token's CSS variable as Chakra names it. A dot separates the parts of a colour's name; elsewhere it belongs to a number. */
const variableOf = (category: string, name: string) =>
  dashed(
    `--${PREFIX}-${category}${name && '-'}${name.replaceAll('.', category === 'colors' ? '-' : '\\.')}`,
  ) as `--${string}`;

/** Returns what a style says for a token; for a negative space minus its positive one. */
const referenceTo = (category: string, name: string): string =>
  name.startsWith('-') ? `calc(${referenceTo(category, name.slice(1))} * -1)` : `var(${variableOf(category, name)})`;

/** Adds the tokens' names to a system without tokens. Chakra's own table of tokens takes a phone 40 ms more. */
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
    // Chakra looks values up a second time for the types that its command line generates: 20 ms on a phone.
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

/** Returns a style as text, made once for each object: those of recipes are the same objects at every drawing. */
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
 * Adds the tokens to `system` and returns the one that the app is drawn with. A recipe, a style and the answer about a property
 * are made once: Chakra's own memo serializes its arguments at each drawing. A style brings its serialized text along, which
 * Emotion uses as it is. The global style is in the page already.
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
