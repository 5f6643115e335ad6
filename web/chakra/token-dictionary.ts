import { tokens } from 'virtual:tokens';
import { memo } from './memo.ts';
import { paletteOf, tokenValue } from './variables.ts';

// In place of Chakra's dictionary, which each browser would make anew from all the tokens: their names are all that drawing
// asks for, as the values are in the global style.

const REFERENCE = /\{([^{}]+)\}/g;
const { prefix } = tokens;

const categories = Object.fromEntries(
  Object.entries(tokens.categories).map(([category, names]) => [
    category,
    Object.fromEntries(names.map((name) => [name, tokenValue(prefix, category, name)])),
  ]),
);
const colorPaletteMap = new Map(
  Object.entries(tokens.palettes).map(([palette, parts]) => [palette, new Map(paletteOf(prefix, palette, parts))]),
);

/** A token's value by its path, "colors.brand.fg". */
function getVar(path: string, otherwise?: string): string | undefined {
  const dot = path.indexOf('.');
  return categories[path.slice(0, dot)]?.[path.slice(dot + 1)] ?? otherwise;
}

/** What Chakra's engine asks of the tokens. */
export const createTokenDictionary = () => ({
  allTokens: [],
  categoryMap: new Map(),
  cssVarMap: new Map(),
  colorPaletteMap,
  getVar,
  // Whether there is one, which is all that it is asked for: `hideBelow` takes the name of a breakpoint.
  getByName: (path: string) => getVar(path),
  getCategoryValues: (category: string) => categories[category] ?? null,
  expandReferenceInValue: memo((value: string) => value.replace(REFERENCE, (_, path: string) => getVar(path) ?? path)),
});
