import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { presetInUse, propertiesInUse } from '../../web/lean/styles.ts';
import { wordsInUse } from '../../web/lean/words.ts';

// What the build leaves out of Chakra's lists of styles: what nothing names, and that alone.

const chakra = createRequire(import.meta.url).resolve('@chakra-ui/react');
const preset = readFileSync(`${chakra.slice(0, chakra.indexOf('/dist/'))}/dist/esm/preset-base.js`, 'utf8');

describe('of the preset', () => {
  test('an entry that nothing names is left out, whole, and its neighbours stay', () => {
    const words = new Set([...wordsInUse()].filter((word) => !['_disabled', 'boxSize'].includes(word)));
    const part = presetInUse(preset, words);
    for (const name of ['disabled', 'boxSize']) expect(part).not.toMatch(new RegExp(`^ +${name}: `, 'm'));
    for (const name of ['focusVisible', 'height', 'minWidth']) expect(part).toMatch(new RegExp(`^ +${name}: `, 'm'));
  });

  test('what is named by its shorthand stays', () => {
    expect(presetInUse(preset, new Set(['px', '_hover']))).toMatch(/ {4}paddingInline: \{.*"px"/);
    expect(presetInUse(preset, new Set(['px', '_hover']))).not.toContain('paddingBlock');
  });

  test('with every name in use nothing is left out', () => {
    expect(presetInUse(preset, new Set(preset.match(/\w+/g)?.flatMap((word) => [word, `_${word}`])))).toBe(preset);
  });
});

test('of the properties those stay that are named', () => {
  const code = 'var cssPropertiesStr = "color,grid,zoom";';
  expect(propertiesInUse(code, new Set(['zoom', 'color']))).toBe('var cssPropertiesStr = "color,zoom";');
});
