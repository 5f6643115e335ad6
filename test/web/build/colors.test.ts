import { describe, expect, test } from 'vitest';
import { colors } from '../../../web/src/ui/theme/tokens.ts';

// Contrast requirements: WCAG 2.2, 1.4.3 for text and 1.4.11 for outlines.

const TEXT = 4.5;
const OUTLINE = 3;
const PALETTES = ['brand', 'gray', 'notStarted', 'green', 'orange', 'red', 'yellow', 'blue'] as const;
const BACKGROUNDS = ['bg', 'bg.canvas', 'bg.surface', 'bg.raised', 'bg.panel', 'bg.subtle', 'bg.muted'];
const SHEETS = ['bg.surface', 'bg.raised', 'bg.panel'];
const TEXTS = ['fg', 'fg.muted', 'fg.subtle', 'fg.error', ...PALETTES.map((palette) => `${palette}.fg`)];

const across = (texts: readonly string[], grounds: readonly string[], least: number) =>
  texts.flatMap((text) => grounds.map((ground) => [text, ground, least] as const));

const PAIRS = [
  ...across(TEXTS, BACKGROUNDS, TEXT),
  ...across(['fg', 'fg.muted', 'brand.fg'], ['bg.emphasized'], TEXT),
  ['fg.inverted', 'bg.inverted', TEXT] as const,
  ['fg.error', 'bg.error', TEXT] as const,
  ['fg.onOwn', 'bg.own', TEXT] as const,
  ['red.contrast', 'red.deep', TEXT] as const,
  ...across(['fg.onInk', 'fg.onInkMuted'], ['bg.ink'], TEXT),
  ...PALETTES.flatMap((palette) => [
    [`${palette}.fg`, `${palette}.subtle`, TEXT] as const,
    [`${palette}.fg`, `${palette}.muted`, TEXT] as const,
    [`${palette}.contrast`, `${palette}.solid`, TEXT] as const,
  ]),
  ...across(['border.emphasized', 'border.error', 'notStarted.border', 'notStarted.solid'], SHEETS, OUTLINE),
  ...across(['brand.focusRing'], BACKGROUNDS, OUTLINE),
];

/** Returns the `#rrggbb` value of a token in a theme. */
function colourOf(token: string, theme: '_light' | '_dark'): string {
  let node: unknown = colors;
  for (const name of token.split('.')) node = typeof node === 'object' && node && Reflect.get(node, name);
  const whole = node as { DEFAULT?: unknown; value?: unknown };
  const { value } = (whole.DEFAULT ?? whole) as { value: Record<'_light' | '_dark', string> };
  return value[theme];
}

test.each(['_light', '_dark'] as const)('text and outline of a stage not begun are grey: %s', (theme) => {
  const shown = ['fg', 'border'].map((part) => colourOf(`notStarted.${part}`, theme));
  const greys = ['gray.fg', 'border.emphasized'].map((token) => colourOf(token, theme));
  expect(shown).toEqual(greys);
});

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('the contrast formula matches known values', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

for (const theme of ['_light', '_dark'] as const)
  describe(`the ${theme.slice(1)} theme`, () => {
    test.each(PAIRS)('has for %s on %s a contrast of at least %d:1', (text, ground, least) => {
      expect(contrast(colourOf(text, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(least);
    });
  });

describe('the dark theme', () => {
  test.each([
    ['bg.surface', 'bg.canvas'],
    ['bg.raised', 'bg.surface'],
  ])('has %s clearly lighter than %s below it', (upper, lower) => {
    expect(contrast(colourOf(upper, '_dark'), colourOf(lower, '_dark'))).toBeGreaterThanOrEqual(1.15);
  });
});
