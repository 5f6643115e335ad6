import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { keyframes } from '@chakra-ui/react/theme';
import { houseKeyframes } from './motion.ts';

/** Print: ink on white, without controls. The theme is light (`lib/screen/color-mode.ts`). */
const print = {
  // Important, as the theme's own values are in a later layer.
  'html:root': {
    '--c-colors-bg': '#ffffff !important',
    '--c-colors-bg-canvas': '#ffffff !important',
    '--c-colors-bg-surface': '#ffffff !important',
    '--c-colors-bg-raised': '#ffffff !important',
  },
  'nav, [data-screen-only], .chakra-skeleton': { display: 'none !important' },
  // Content made only for print replaces the screen.
  'body:has(> [data-paper]) > :not([data-paper])': { display: 'none !important' },
  '*, *::before, *::after': { boxShadow: 'none !important' },
  'h1, h2, h3': { breakAfter: 'avoid' },
  'li, tr': { breakInside: 'avoid' },
};

const ICON_SIZES = [12, 13, 14, 15, 16, 17, 18, 20, 22];

/** Lucide writes sizes in pixels. Icons grow half as fast as the text, so that words keep their room on a phone. */
const GROWING_ICONS = Object.fromEntries(
  ICON_SIZES.map((px) => {
    const size = `calc(${px / 2}px + ${px / 32}rem)`;
    return [`:where(.lucide[width="${px}"])`, { width: size, height: size }];
  }),
);

// Plain CSS, from which the build generates the global style (web/design).

/** Keyframes of components that the app does not use: drawer, marquee, progress circle. */
const UNUSED = /^(ping|bounce|position|circular-progress|marquee.|(expand|collapse)-width|slide-.*-full)$/;

export const globalKeyframes = {
  ...Object.fromEntries(Object.entries(keyframes).filter(([name]) => !UNUSED.test(name))),
  ...houseKeyframes,
};

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
  ...GROWING_ICONS,
  '*::placeholder': { color: 'fg.subtle', opacity: 1 },
  '*::selection': { bg: 'brand.emphasized' },
  ':where(a, summary, [tabindex]):focus-visible': {
    outline: '2px solid {colors.brand.focusRing}',
    outlineOffset: '2px',
  },
  // An open dialog hides the scrollbar and pads the page instead. Coloured bands reach across that room.
  '[data-scroll-lock] :is(header, [data-band])': {
    marginInlineEnd: 'calc(-1 * var(--scrollbar-width))',
    paddingInlineEnd: 'var(--scrollbar-width)',
  },
  '*, *::before, *::after': {
    _motionReduce: {
      // Exactly 0: even the shortest animation ends before a closing dialog listens for it, which then stays.
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
      // Exactly 0: any longer duration starts a transition for each changed property of every element.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
  '@media print': print,
});
