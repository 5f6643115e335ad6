import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { keyframes } from '@chakra-ui/react/theme';
import { houseKeyframes } from './motion.ts';

/** On paper: ink on white, without what only a screen has use for. The theme is the light one (`lib/color-mode.ts`). */
const print = {
  // Important, as the theme's own values come in a later layer.
  'html:root': {
    '--c-colors-bg': '#ffffff !important',
    '--c-colors-bg-canvas': '#ffffff !important',
    '--c-colors-bg-surface': '#ffffff !important',
    '--c-colors-bg-raised': '#ffffff !important',
  },
  'nav, [data-screen-only], .chakra-skeleton': { display: 'none !important' },
  // What is made for paper alone stands in place of the screen.
  'body:has(> [data-paper]) > :not([data-paper])': { display: 'none !important' },
  '*, *::before, *::after': { boxShadow: 'none !important' },
  'h1, h2, h3': { breakAfter: 'avoid' },
  'li, tr': { breakInside: 'avoid' },
};

// Plain CSS, of which the build makes the global style (web/design).

/** Keyframes of components that the app does not use: drawer, marquee, progress circle. */
const UNUSED = /^(ping|bounce|position|circular-progress|marquee.|(expand|collapse)-width|slide-.*-full)$/;

export const globalKeyframes = {
  ...Object.fromEntries(Object.entries(keyframes).filter(([name]) => !UNUSED.test(name))),
  ...houseKeyframes,
};

/** How plain elements look, on the screen and on paper. */
export const globalCss = defineGlobalStyles({
  '*': {
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.border',
  },
  html: {
    interpolateSize: 'allow-keywords',
    color: 'fg',
    bg: 'bg.canvas',
    lineHeight: '1.5',
    colorPalette: 'brand',
    colorScheme: 'light',
  },
  'html.dark': { colorScheme: 'dark' },
  'h1, h2': { fontFamily: 'heading', fontWeight: 'semibold', letterSpacing: 'tight', textWrap: 'balance' },
  '.lucide': { flexShrink: '0' },
  '*::placeholder': { color: 'fg.subtle', opacity: 1 },
  '*::selection': { bg: 'brand.emphasized' },
  ':where(a, [tabindex]):focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
  '*, *::before, *::after': {
    _motionReduce: {
      // None at all: the end of the shortest animation comes before a closing dialog listens for it, which then stays.
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
      // None at all: the least duration would start a transition of each property that changes, on every element.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
  '@media print': print,
});
