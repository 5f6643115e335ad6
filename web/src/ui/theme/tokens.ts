import { defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system';
import { colors } from './colors.ts';

const tokens = <T>(entries: [name: string, value: T][]) =>
  Object.fromEntries(entries.map(([name, value]) => [name, { value }]));
const named = <T>(values: Record<string, T>) => tokens(Object.entries(values));

const STEPS = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72,
  80, 96,
];
const steps = tokens(STEPS.map((step) => [String(step), `${step / 4}rem`]));

/** The scale that everything is built on: sizes in quarters of a rem, one sans for work, one serif for titles. */
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

/** What the themes differ in, and names for what a size is used for. */
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
