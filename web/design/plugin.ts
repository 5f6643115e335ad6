import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { globalCss, globalKeyframes } from '../src/ui/theme/global-css.ts';
import { makeSystem, type TokenNames } from '../src/ui/theme/system.ts';
import { baseTokens, semanticTokens } from '../src/ui/theme/tokens.ts';

/** The whole design system: with the reset, the global style and the values of the tokens. */
export const wholeSystem = () =>
  makeSystem({ preflight: true, globalCss, theme: { tokens: baseTokens, semanticTokens, keyframes: globalKeyframes } });

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

/** Prefixed repetitions by Emotion that no browser of the build's targets needs. */
const OLD_PREFIXES =
  /@-webkit-keyframes [\w-]+\{(?:[^{}]*\{[^{}]*\})*\}|-(?:webkit|moz|ms)-(?:trans|animation|background|flex)[\w-]*:[^;}]*;/g;

/** Returns the global style as Chakra writes it, rule by rule. */
export function globalRules(): string[] {
  const empty = { value: wholeSystem(), children: null };
  const markup = renderToStaticMarkup(createElement(ChakraProvider, empty));
  return [...markup.matchAll(STYLE)].flatMap(([, css = '']) => rulesOf(css.replace(OLD_PREFIXES, '')));
}

/** The names of all tokens, which is all that drawing needs of them. */
export const tokenNames: TokenNames = Object.fromEntries(
  [...wholeSystem().tokens.categoryMap].map(([category, tokens]) => [category, [...tokens.keys()].join(' ')]),
);

const DESIGN = 'virtual:design';

/**
 * Provides the global style and the token names as data, in development too: making them takes a phone a fifth of a second
 * before the first paint.
 */
export const design: Plugin = {
  name: 'design',
  resolveId: (id) => (id === DESIGN ? `\0${DESIGN}` : null),
  load: (id) =>
    id === `\0${DESIGN}`
      ? `export const globalRules = ${JSON.stringify(globalRules())};
         export const tokenNames = ${JSON.stringify(tokenNames)};`
      : null,
};
