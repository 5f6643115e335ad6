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
    const values = typeof config.values === 'string' ? ofCategory(config.values) : config.values;
    if (values)
      utility.register(property, { ...config, values: typeof values === 'function' ? values(ofCategory) : values });
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
 * Makes the system that the app is drawn with. The global style is in the page already. A component's recipe and a style are
 * made once instead of at every drawing, and kept, as Emotion keeps their rules: Chakra's own memo serializes a style at each
 * drawing, at three levels. `onStyle` gets each new style while it is drawn.
 */
export function systemToDraw(names: TokenNames, onStyle: (style: object) => void = () => undefined): SystemContext {
  const system = makeSystem();
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
    styles.set(key, style);
    onStyle(style);
    return style;
  };
  return { ...system, _global: [], css, cva: cva as typeof system.cva };
}
