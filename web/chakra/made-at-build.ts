import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { makeSystem } from '../src/ui/theme/system.ts';
import { paletteOf, type TokenNames, tokenValue } from './variables.ts';

const system = makeSystem();
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** A style's rules, each whole: what CSSOM takes at a time. */
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

/** The global style as Chakra writes it, rule by rule. */
export function globalRules(): string[] {
  const empty = { value: system, children: null };
  const markup = renderToStaticMarkup(createElement(ChakraProvider, empty));
  return [...markup.matchAll(STYLE)].flatMap(([, css = '']) => rulesOf(css));
}

/** The names of all tokens; throws where Chakra would write one otherwise than `variables.ts` does. */
export function tokenNames(): TokenNames {
  const { prefix = '', flatMap, colorPaletteMap } = system.tokens;
  const categories: Record<string, string[]> = {};
  for (const [path, value] of flatMap) {
    const [category = '', ...rest] = path.split('.');
    const name = rest.join('.');
    if (tokenValue(prefix, category, name) !== value) throw new Error(`Chakra writes ${path} as ${value}`);
    categories[category] = [...(categories[category] ?? []), name];
  }
  const palettes: Record<string, string[]> = {};
  for (const [palette, parts] of colorPaletteMap) {
    const names = [...parts.values()].map((value) =>
      [...(categories.colors ?? [])].find((name) => tokenValue(prefix, 'colors', name) === value),
    );
    palettes[palette] = names.map((name) => name?.slice(palette.length + 1) ?? '');
    if (String(paletteOf(prefix, palette, palettes[palette])) !== String([...parts]))
      throw new Error(`Chakra writes the palette ${palette} as ${[...parts].join(' ')}`);
  }
  return { prefix, categories, palettes };
}
