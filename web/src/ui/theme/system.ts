import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { animationStyles, breakpoints, keyframes, layerStyles, textStyles } from '@chakra-ui/react/theme';
import { colors } from './colors.ts';
import { houseRecipes, recipes } from './recipes.ts';
import { baseTokens } from './tokens.ts';

const shadow = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

const house = defineConfig({
  preflight: true,
  cssVarsPrefix: 'c',
  cssVarsRoot: ':where(html)',
  theme: {
    breakpoints,
    keyframes,
    tokens: baseTokens,
    semanticTokens: {
      colors,
      radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.lg}' } },
      shadows: {
        xs: shadow('0 1px 2px rgb(27 37 48 / 0.06)', '0 1px 2px rgb(0 0 0 / 0.4)'),
        md: shadow('0 4px 14px rgb(27 37 48 / 0.08)', '0 4px 14px rgb(0 0 0 / 0.5)'),
        lg: shadow('0 14px 40px rgb(27 37 48 / 0.16)', '0 14px 40px rgb(0 0 0 / 0.6)'),
        xl: shadow('0 14px 40px rgb(27 37 48 / 0.2)', '0 14px 40px rgb(0 0 0 / 0.7)'),
      },
    },
    textStyles,
    layerStyles,
    animationStyles,
    recipes,
  },
  globalCss: {
    '*': {
      '--global-font-body': 'fonts.body',
      '--global-font-mono': 'fonts.mono',
      '--global-color-border': 'colors.border',
    },
    html: { color: 'fg', bg: 'bg.canvas', lineHeight: '1.5', colorPalette: 'brand', colorScheme: 'light' },
    'html.dark': { colorScheme: 'dark' },
    'h1, h2': { fontFamily: 'heading', fontWeight: 'semibold', letterSpacing: 'tight', textWrap: 'balance' },
    '.lucide': { flexShrink: '0' },
    '*::placeholder': { color: 'fg.subtle', opacity: 1 },
    '*::selection': { bg: 'brand.emphasized' },
    ':where(a, [tabindex]):focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // None at all: the least duration would start a transition of each property that changes, on every element.
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
});

/** The design system: Chakra's engine, our tokens, the recipes in use and nothing else. */
export const system = createSystem(defaultBaseConfig, house, defineConfig({ theme: { recipes: houseRecipes } }));
