import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { globalRules, tokenNames } from '../../../web/chakra/made-at-build.ts';
import { memo } from '../../../web/chakra/memo.ts';
import { paletteOf, tokenValue } from '../../../web/chakra/variables.ts';
import { colors } from '../../../web/src/ui/theme/colors.ts';

// What the build makes of the design system, and what stands in the page before it.

test('the names of the tokens are those that Chakra writes', () => {
  const { prefix, categories, palettes } = tokenNames();
  expect(categories.colors).toEqual(
    expect.arrayContaining(['bg', 'brand.fg', 'notStarted.border', 'colorPalette.solid']),
  );
  expect(tokenValue(prefix, 'colors', 'notStarted.focusRing')).toBe('var(--c-colors-not-started-focus-ring)');
  expect(tokenValue(prefix, 'spacing', '-0.5')).toBe('calc(var(--c-spacing-0\\.5) * -1)');
  expect(paletteOf(prefix, 'red', ['fg'])).toEqual([['--c-colors-color-palette-fg', 'var(--c-colors-red-fg)']]);
  expect(palettes.brand).toContain('solid');
});

test('the global style has whole rules: layers first, then reset, elements and tokens of both themes', () => {
  const rules = globalRules();
  expect(rules[0]).toBe('@layer reset,base,tokens,recipes;');
  expect(rules.every((rule) => rule.split('{').length === rule.split('}').length)).toBe(true);
  expect(rules.join('')).toContain(`--c-colors-bg:${colors.bg.DEFAULT.value._dark}`);
});

describe('what is remembered', () => {
  test('is asked for once, for equal arguments of whatever kind', () => {
    const compute = vi.fn((...args: unknown[]) => args.length);
    const remembered = memo(compute);
    for (let turn = 0; turn < 2; turn += 1) {
      remembered('1');
      remembered(1);
      remembered({ a: [1, { b: 'x' }] }, undefined);
    }
    expect(compute).toHaveBeenCalledTimes(3);
  });
});

test('the page before the app has the colours of the app, in both themes', () => {
  const [page, style] = ['web/index.html', 'web/shell/shell.css'].map((file) => readFileSync(file, 'utf8'));
  const { canvas, surface, ink } = colors.bg;
  for (const theme of ['_light', '_dark'] as const) {
    expect(page).toContain(`data-${theme.slice(1)}="${canvas.value[theme]}"`);
    expect(style).toContain(`--paper: ${canvas.value[theme]};`);
    expect(style).toContain(`--sheet: ${surface.value[theme]};`);
    expect(style).toContain(`--ink: ${ink.value[theme]};`);
    expect(style).toContain(`--line: ${colors.border.DEFAULT.value[theme]};`);
  }
});
