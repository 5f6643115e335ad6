import { defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system';

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

interface Palette {
  /** Text and outlines on the page; at least 4.5:1 on every background. */
  fg: [light: string, dark: string];
  subtle: [light: string, dark: string];
  muted: [light: string, dark: string];
  border: [light: string, dark: string];
  solid: [light: string, dark: string];
  contrast?: [light: string, dark: string];
}

const palette = ({ fg, subtle, muted, border, solid, contrast = ['#ffffff', '#10161c'] }: Palette) => ({
  contrast: pair(...contrast),
  fg: pair(...fg),
  subtle: pair(...subtle),
  muted: pair(...muted),
  emphasized: pair(...border),
  border: pair(...border),
  solid: pair(...solid),
  focusRing: pair(...solid),
});

const INK = '#1b2530';
const PAPER = '#f6f4ee';
const NIGHT = '#10171e';

/**
 * Ink on paper with one accent, petrol blue. Green, orange and red are reserved for status. In dark mode each surface
 * is lighter than the one below: canvas, surface, raised.
 */
export const colors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: pair(PAPER, NIGHT),
    canvas: pair(PAPER, NIGHT),
    surface: pair('#fffefb', '#1b2631'),
    raised: pair('#ffffff', '#243240'),
    panel: pair('#ffffff', '#243240'),
    subtle: pair('#faf8f3', '#202c38'),
    muted: pair('#eeebe2', '#293746'),
    emphasized: pair('#e2ddd1', '#344554'),
    inverted: pair(INK, '#ece8df'),
    error: pair('#fbe9e6', '#472a2d'),
    ink: pair('#16303f', '#1a3a4c'),
    own: pair('#1d4b63', '#2b5f79'),
  },
  fg: {
    DEFAULT: pair(INK, '#ece8df'),
    muted: pair('#4d5863', '#b9c2ca'),
    subtle: pair('#626b75', '#a5b0ba'),
    inverted: pair(PAPER, INK),
    error: pair('#b3261e', '#f8a79f'),
    onInk: pair('#f6f4ee', '#ece8df'),
    onInkMuted: pair('#b9cad3', '#b4c4ce'),
    onOwn: pair('#ffffff', '#f4f8fa'),
  },
  scrim: pair('rgb(15 22 29 / 0.55)', 'rgb(5 8 11 / 0.7)'),
  border: {
    DEFAULT: pair('#dcd7ca', '#384858'),
    muted: pair('#e8e4d9', '#2d3b49'),
    subtle: pair('#efece3', '#253240'),
    emphasized: pair('#8c8a80', '#7d8b98'),
    inverted: pair(INK, '#ece8df'),
    error: pair('#b3261e', '#f8a79f'),
  },
  brand: palette({
    fg: ['#1d4b63', '#a3d0e6'],
    subtle: ['#e5eef2', '#1f3b4b'],
    muted: ['#d0e0e8', '#274a5d'],
    border: ['#9dbccb', '#42697f'],
    solid: ['#1d4b63', '#8fc1d9'],
  }),
  gray: palette({
    fg: ['#3f4a55', '#c8d0d7'],
    subtle: ['#eeebe2', '#293746'],
    muted: ['#e2ddd1', '#344554'],
    border: ['#c9c3b4', '#4b5d6d'],
    solid: ['#3f4a55', '#c3cad1'],
  }),
  /** Stages not begun: neutral text and outline, red lock. Other red is reserved for problems. */
  notStarted: palette({
    fg: ['#3f4a55', '#c8d0d7'],
    subtle: ['#fffefb', '#1b2631'],
    muted: ['#eeebe2', '#293746'],
    border: ['#8c8a80', '#7d8b98'],
    solid: ['#b3261e', '#f08f86'],
  }),
  green: palette({
    fg: ['#1b6541', '#8fdcb4'],
    subtle: ['#e2f0e6', '#1b4036'],
    muted: ['#cbe4d3', '#1f4d3f'],
    border: ['#93c4a5', '#3a7a62'],
    solid: ['#1e7a4c', '#6cc696'],
  }),
  orange: palette({
    fg: ['#8f4700', '#f7bf90'],
    subtle: ['#fbead8', '#463526'],
    muted: ['#f6d9b9', '#5a412a'],
    border: ['#dfab76', '#8a6238'],
    solid: ['#b0550a', '#eda160'],
  }),
  red: {
    ...palette({
      fg: ['#a8231c', '#f9b0a9'],
      subtle: ['#fbe6e3', '#4c2c31'],
      muted: ['#f6cfca', '#63353a'],
      border: ['#e19c95', '#97504f'],
      solid: ['#b3261e', '#c23a31'],
      contrast: ['#ffffff', '#ffffff'],
    }),
    /** Hover on a solid area. */
    deep: pair('#8c1c16', '#9c2a23'),
  },
  yellow: palette({
    fg: ['#6d5200', '#ecd27c'],
    subtle: ['#f7eecb', '#413a24'],
    muted: ['#efe2a8', '#52492a'],
    border: ['#d1bb62', '#7f7036'],
    solid: ['#876700', '#d9b84d'],
  }),
  blue: palette({
    fg: ['#1c58a0', '#a6cbf7'],
    subtle: ['#e3edf9', '#223a56'],
    muted: ['#cde0f5', '#2a486b'],
    border: ['#95b8e2', '#46699a'],
    solid: ['#1f62b2', '#7fb0ea'],
  }),
});

const tokens = <T>(entries: [name: string, value: T][]) =>
  Object.fromEntries(entries.map(([name, value]) => [name, { value }]));
const named = <T>(values: Record<string, T>) => tokens(Object.entries(values));

const STEPS = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72,
  80, 96,
];
const steps = tokens(STEPS.map((step) => [String(step), `${step / 4}rem`]));

/** Base scale: sizes in quarters of a rem, a sans for text and a serif for titles. */
export const baseTokens = defineTokens({
  fonts: named({
    body: '"Portal Sans", "Near Portal Sans", system-ui, sans-serif',
    heading: '"Portal Serif", "Near Portal Serif", Georgia, serif',
    mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  }),
  fontSizes: named({
    '2xs': '0.6875rem',
    xs: '0.8125rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
    '3xl': '1.875rem',
    '4xl': '2.25rem',
    '5xl': '3rem',
  }),
  fontWeights: named({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
  lineHeights: named({ shorter: '1.25', short: '1.375', moderate: '1.5', tall: '1.65' }),
  letterSpacings: named({ tight: '-0.015em', normal: '0', wide: '0.025em', wider: '0.06em' }),
  radii: named({ none: '0', xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '14px', full: '9999px' }),
  spacing: { 0: { value: '0rem' }, ...steps },
  sizes: {
    0: { value: '0rem' },
    ...steps,
    ...named({
      full: '100%',
      min: 'min-content',
      max: 'max-content',
      fit: 'fit-content',
      '2xs': '16rem',
      xs: '20rem',
      sm: '24rem',
      md: '28rem',
      lg: '32rem',
      xl: '36rem',
      '2xl': '42rem',
      '3xl': '48rem',
      '4xl': '56rem',
      '5xl': '64rem',
      '6xl': '72rem',
      '8xl': '90rem',
    }),
  },
  durations: named({ faster: '100ms', fast: '150ms', moderate: '200ms', slow: '300ms' }),
  animations: named({ spin: 'spin 1s linear infinite', pulse: 'pulse 2s ease-in-out infinite' }),
  cursor: named({ button: 'pointer', disabled: 'not-allowed', menuitem: 'pointer' }),
  zIndex: named({
    hide: -1,
    base: 0,
    docked: 10,
    dropdown: 1000,
    sticky: 1100,
    popover: 1500,
    toast: 1700,
    tooltip: 1800,
  }),
});

const shadow = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

export const semanticTokens = defineSemanticTokens({
  colors,
  radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.lg}' } },
  shadows: {
    xs: shadow('0 1px 2px rgb(27 37 48 / 0.06)', '0 1px 2px rgb(0 0 0 / 0.4)'),
    md: shadow('0 4px 14px rgb(27 37 48 / 0.08)', '0 4px 14px rgb(0 0 0 / 0.5)'),
    lg: shadow('0 14px 40px rgb(27 37 48 / 0.16)', '0 14px 40px rgb(0 0 0 / 0.6)'),
    xl: shadow('0 14px 40px rgb(27 37 48 / 0.2)', '0 14px 40px rgb(0 0 0 / 0.7)'),
  },
});
