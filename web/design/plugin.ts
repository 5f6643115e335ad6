import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { globalCss, globalKeyframes } from '../src/ui/theme/global-css.ts';
import { makeSystem, type TokenNames } from '../src/ui/theme/system.ts';
import { baseTokens, semanticTokens } from '../src/ui/theme/tokens.ts';

export const wholeSystem = () =>
  makeSystem({ preflight: true, globalCss, theme: { tokens: baseTokens, semanticTokens, keyframes: globalKeyframes } });

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Splits a style sheet into rules, as `insertRule` takes one at a time. */
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

/** Prefixed declarations by Emotion that no target browser needs. */
const OLD_PREFIXES =
  /@-webkit-keyframes [\w-]+\{(?:[^{}]*\{[^{}]*\})*\}|-(?:webkit|moz|ms)-(?:trans|animation|background|flex)[\w-]*:[^;}]*;/g;

export function globalRules(): string[] {
  const empty = { value: wholeSystem(), children: null };
  const markup = renderToStaticMarkup(createElement(ChakraProvider, empty));
  return [...markup.matchAll(STYLE)].flatMap(([, css = '']) => rulesOf(css.replace(OLD_PREFIXES, '')));
}

/** Names of all tokens. Rendering needs no values, as they are CSS variables in the global style. */
export const tokenNames: TokenNames = Object.fromEntries(
  [...wholeSystem().tokens.categoryMap].map(([category, tokens]) => [category, [...tokens.keys()].join(' ')]),
);

const DESIGN = 'virtual:design';

/** Global style and token names as data: computing them takes a phone some 200 ms before the first paint. */
export const design: Plugin = {
  name: 'design',
  resolveId: (id) => (id === DESIGN ? `\0${DESIGN}` : null),
  load: (id) =>
    id === `\0${DESIGN}`
      ? `export const globalRules = ${JSON.stringify(globalRules())};
         export const tokenNames = ${JSON.stringify(tokenNames)};`
      : null,
};
