/** Tokens by name, and the palettes with what each has: all that drawing asks of them. */
export interface TokenNames {
  prefix: string;
  categories: Record<string, readonly string[]>;
  palettes: Record<string, readonly string[]>;
}

/** Categories whose names are numbers: "0.5". In others a dot leads to a part: "brand.fg". */
const NUMBERED = ['spacing', 'sizes'];

const dashed = (text: string) => text.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

function variable(prefix: string, category: string, name: string): string {
  const path = name.replaceAll('.', NUMBERED.includes(category) ? '\\.' : '-');
  return dashed(`--${prefix}-${category}${path && '-'}${path}`);
}

/** How a token is written in CSS: `var(--c-colors-brand-fg)`, and a step back `calc(var(--c-spacing-2) * -1)`. */
export const tokenValue = (prefix: string, category: string, name: string): string =>
  category === 'spacing' && name.startsWith('-')
    ? `calc(${tokenValue(prefix, category, name.slice(1))} * -1)`
    : `var(${variable(prefix, category, name)})`;

/** What choosing a palette sets: the variables of the chosen one, by those of `colorPalette`. */
export const paletteOf = (prefix: string, palette: string, parts: readonly string[]): [string, string][] =>
  parts.map((part) => [
    variable(prefix, 'colors', ['colorPalette', part].filter(Boolean).join('.')),
    tokenValue(prefix, 'colors', [palette, part].filter(Boolean).join('.')),
  ]);
