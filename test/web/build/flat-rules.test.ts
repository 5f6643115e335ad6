import { expect, test } from 'vitest';
import { flatRules } from '../../../web/src/ui/theme/flat-rules.ts';

test('a rule for elements stays as it is', () => {
  expect(flatRules('.a:hover{color:red;}')).toEqual([{ text: '.a:hover{color:red;}' }]);
});

test('a condition stands within each rule that it was around, in their order', () => {
  expect(flatRules('@media print{.a{color:red;}.a::before,.b{top:0;}}')).toEqual([
    { text: '.a{@media print{color:red;}}' },
    { text: '.a::before,.b{@media print{top:0;}}' },
  ]);
});

test('conditions within conditions keep their order', () => {
  expect(flatRules('@media print{@container (min-width: 9rem){.a{color:red;}}}')).toEqual([
    { text: '.a{@media print{@container (min-width: 9rem){color:red;}}}' },
  ]);
});

test('a layer is told apart, with what stands in conditions in it', () => {
  expect(flatRules('@layer recipes{.a{color:red;}@media print{.a{top:0;}}}')).toEqual([
    { layer: 'recipes', text: '.a{color:red;}' },
    { layer: 'recipes', text: '.a{@media print{top:0;}}' },
  ]);
  expect(flatRules('@media print{@layer recipes{.a{top:0;}}}')).toEqual([
    { layer: 'recipes', text: '.a{@media print{top:0;}}' },
  ]);
});

test('what is no rule for elements is left alone', () => {
  for (const rule of [
    '@keyframes turn{from{top:0;}to{top:1px;}}',
    '@font-face{font-family:A;}',
    '@layer a{@page{margin:0;}}',
  ])
    expect(flatRules(rule)).toBeUndefined();
});
