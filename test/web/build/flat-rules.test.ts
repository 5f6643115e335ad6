import { expect, test } from 'vitest';
import { flatRules } from '../../../web/src/ui/theme/flat-rules.ts';

test('flatRules keeps a plain rule unchanged', () => {
  expect(flatRules('.a:hover{color:red;}')).toEqual([{ text: '.a:hover{color:red;}' }]);
});

test('flatRules moves a condition into each of its rules, in order', () => {
  expect(flatRules('@media print{.a{color:red;}.a::before,.b{top:0;}}')).toEqual([
    { text: '.a{@media print{color:red;}}' },
    { text: '.a::before,.b{@media print{top:0;}}' },
  ]);
});

test('flatRules keeps nested conditions in order', () => {
  expect(flatRules('@media print{@container (min-width: 9rem){.a{color:red;}}}')).toEqual([
    { text: '.a{@media print{@container (min-width: 9rem){color:red;}}}' },
  ]);
});

test('flatRules returns the layer separately, also around or inside a condition', () => {
  expect(flatRules('@layer recipes{.a{color:red;}@media print{.a{top:0;}}}')).toEqual([
    { layer: 'recipes', text: '.a{color:red;}' },
    { layer: 'recipes', text: '.a{@media print{top:0;}}' },
  ]);
  expect(flatRules('@media print{@layer recipes{.a{top:0;}}}')).toEqual([
    { layer: 'recipes', text: '.a{@media print{top:0;}}' },
  ]);
});

test('flatRules skips rules that do not select elements', () => {
  for (const rule of [
    '@keyframes turn{from{top:0;}to{top:1px;}}',
    '@font-face{font-family:A;}',
    '@layer a{@page{margin:0;}}',
  ])
    expect(flatRules(rule)).toBeUndefined();
});
