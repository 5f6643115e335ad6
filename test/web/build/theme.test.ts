import { readFileSync } from 'node:fs';
import type { SystemContext, SystemStyleObject } from '@chakra-ui/react/styled-system';
import { type CSSObject, serializeStyles } from '@emotion/serialize';
import { describe, expect, test, vi } from 'vitest';
import { globalRules, tokenNames, wholeSystem } from '../../../web/design/plugin.ts';
import { makeSystem, systemToDraw } from '../../../web/src/ui/theme/system.ts';
import { colors } from '../../../web/src/ui/theme/tokens.ts';

test('the global style consists of complete rules in the order layers, reset, elements, tokens', () => {
  const rules = globalRules();
  expect(rules[0]).toBe('@layer reset,base,tokens,recipes;');
  expect(rules.every((rule) => rule.split('{').length === rule.split('}').length)).toBe(true);
  expect(rules.join('')).toContain(`--c-colors-bg:${colors.bg.DEFAULT.value._dark}`);
});

const textOf = ({ css }: SystemContext, styles: SystemStyleObject) =>
  serializeStyles([css(styles) as CSSObject]).styles;

describe('the compact design system', () => {
  const [whole, drawn] = [wholeSystem(), systemToDraw(makeSystem(), tokenNames)];
  test.each([
    ['a breakpoint to hide below', { hideBelow: 'md' }],
    ['a breakpoint to hide from', { hideFrom: 'lg', display: 'flex' }],
    ['a width without a token', { hideBelow: '500px' }],
    ['responsive values', { px: { base: '4', md: '8', '2xl': '10' } }],
    ['shorthands', { p: '2.5', mt: '-0.5', w: 'full', rounded: 'l2', bg: 'bg.surface' }],
    ['a reference', { borderInlineStart: '4px solid {colors.brand.solid}' }],
    ['references in calculations', { width: 'calc({sizes.8} + {spacing.0.5})', '--own': 'colors.fg.muted' }],
    ['a colour with an opacity', { color: 'brand.fg/50', bg: 'red.solid/20' }],
    ['a palette', { colorPalette: 'red', color: 'colorPalette.fg' }],
    ['conditions', { _hover: { bg: 'bg.muted' }, _dark: { color: 'fg' }, _focusVisible: { outlineWidth: '2px' } }],
    ['text and motion styles', { textStyle: 'sm', animationStyle: 'settles', zIndex: 'toast', shadow: 'md' }],
    ['screen-reader text and truncated text', { srOnly: true, lineClamp: 2, truncate: true }],
  ])('writes the same styles as the full one for %s', (_, styles) => {
    expect(textOf(drawn, styles)).toEqual(textOf(whole, styles));
  });

  test('writes the same styles as the full one for every token in every property', () => {
    const names = new Set([...whole.tokens.flatMap.keys()].map((path) => path.slice(path.indexOf('.') + 1)));
    for (const property of whole.utility.keys())
      for (const name of names) {
        const styles = { [property]: name } as object;
        expect(textOf(drawn, styles), `${property} ${name}`).toEqual(textOf(whole, styles));
      }
  });
});

test('a recipe is created once for each definition', () => {
  const { cva } = systemToDraw(makeSystem(), tokenNames);
  const recipe = { base: { color: 'fg' } };
  expect(cva(recipe)).toBe(cva(recipe));
  expect(cva({ ...recipe })).not.toBe(cva(recipe));
});

test('a style is serialized once, and Emotion uses it unchanged', () => {
  const { css } = systemToDraw(makeSystem(), tokenNames);
  const style = css({ color: 'fg' }) as CSSObject;
  expect(css({ color: 'fg' })).toBe(style);
  expect(serializeStyles([style])).toBe(style);
});

test('the page shell has the app’s colours in both themes', () => {
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

test('buttons and fields need no collation, which a phone takes 25 ms to load', () => {
  const { cva } = systemToDraw(makeSystem(), tokenNames);
  const compare = vi.spyOn(String.prototype, 'localeCompare');
  const { theme } = systemToDraw(makeSystem(), tokenNames)._config;
  for (const recipe of [theme?.recipes?.button, theme?.recipes?.input]) {
    const { variantMap } = cva(recipe as object);
    for (const [name, values] of Object.entries(variantMap as Record<string, string[]>))
      for (const value of values) cva(recipe as object)({ [name]: value });
  }
  expect(compare).not.toHaveBeenCalled();
});
