import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { globalCss, globalKeyframes } from '../src/ui/theme/global-css.ts';
import { makeSystem } from '../src/ui/theme/system.ts';
import { baseTokens, semanticTokens } from '../src/ui/theme/tokens.ts';

/** The whole design system: with the reset, the global style and the values of the tokens. */
export const wholeSystem = () =>
  makeSystem(
    { tokens: baseTokens, semanticTokens },
    { preflight: true, globalCss, theme: { keyframes: globalKeyframes } },
  );

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Splits a style sheet into whole rules, as CSSOM takes one at a time. */
function rulesOf(css: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth > 0 || (css[at] !== '}' && css[at] !== ';')) continue;
    rules.push(css.slice(start, at + 1));
    start = at + 1;
  }
  return rules;
}

/** Returns the global style as Chakra writes it, rule by rule. */
export function globalRules(): string[] {
  const empty = { value: wholeSystem(), children: null };
  const markup = renderToStaticMarkup(createElement(ChakraProvider, empty));
  return [...markup.matchAll(STYLE)].flatMap(([, css = '']) => rulesOf(css));
}

interface Names {
  [name: string]: Names | { value: string };
}

/** Stands in for every value, as Chakra drops tokens without one. */
const NAMED = { value: '?' };
const namesOf = (tokens: object): Names =>
  Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, 'value' in token ? NAMED : namesOf(token)] as const),
  );

/** The names of all tokens, which is all that drawing needs of them. */
export const tokenNames = { tokens: namesOf(baseTokens), semanticTokens: namesOf(semanticTokens) };
