import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { globalRules, tokenNames } from './made-at-build.ts';

const TOKENS = 'virtual:tokens';
const exported = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

/** Files of which the app needs only what the build made of them, or nothing. */
const MADE: [file: RegExp, code: () => string][] = [
  [/\/ui\/theme\/global-rules\.ts$/, () => exported({ globalRules: globalRules() })],
  [/\/ui\/theme\/global-css\.ts$/, () => exported({ preflight: false, allKeyframes: {}, globalCss: {} })],
  [/\/ui\/theme\/tokens\.ts$/, () => exported({ baseTokens: {}, semanticTokens: {} })],
  [/\/styled-system\/preflight\.js$/, () => 'export const createPreflight = () => ({});'],
];

/** Files of Chakra that have ours in their place. */
const OURS: [file: RegExp, ours: string][] = [
  [/\/@chakra-ui\/react\/dist\/esm\/utils\/memo\.js$/, './memo.ts'],
  [/\/@chakra-ui\/react\/dist\/esm\/styled-system\/token-dictionary\.js$/, './token-dictionary.ts'],
];

const EMOTION = /\/@emotion\/cache\/dist\/emotion-cache\.browser\.esm\.js$/;
/** Writes an element's rules ahead, where they are not in the page yet; `rulesOf` gives them, written now or before. */
const WRITES_AHEAD = `
    const written = new Map();
    const rulesOf = (selector, { name, styles }) => {
      const known = selector && written.get(name);
      if (known) return known;
      const rules = [];
      currentSheet = { insert: (rule) => rules.push(rule) };
      stylis(selector ? selector + "{" + styles + "}" : styles);
      return rules;
    };
    var write = (serialized) => {
      const { name } = serialized;
      if (!inserted[name] && !written.has(name)) written.set(name, rulesOf('.' + key + '-' + name, serialized));
    };
    _insert = function insert(`;
const INSERTS = 'stylis(selector ? selector + "{" + serialized.styles + "}" : serialized.styles);';
const INSERTS_WRITTEN = `for (const rule of rulesOf(selector, serialized)) insertFlat(sheet, rule);
      written.delete(serialized.name);`;
const SHEET = "import { StyleSheet } from '@emotion/sheet';";
const FLAT = new URL('./flat-rules.ts', import.meta.url).pathname;
const REGISTERS = 'registerStyles(cache2, serialized, isStringTag);';

/** What Chakra does more often than it has to, at a worse moment than it could, or for its own tools only. */
const CUT: [file: RegExp, from: string, to: string][] = [
  // The global style is in `global-rules.ts`.
  [/\/styled-system\/system\.js$/, '[getPreflightCss(), getGlobalCss(), getTokenCss()]', '[]'],
  // What it writes types from.
  [/\/styled-system\/utility\.js$/, 'const assignPropertyType =', 'const assignPropertyType = () => {}, unused ='],
  // Components ask for their recipes each time that they are drawn, by the same object each time.
  [
    /\/styled-system\/cva\.js$/,
    'return cva;',
    'const made = new WeakMap(); return (config = {}) => made.get(config) ?? made.set(config, cva(config)).get(config);',
  ],
  // A style's rules are written while its element is drawn, a little in each frame, and not when all are put into the page.
  [EMOTION, '_insert = function insert(', WRITES_AHEAD],
  [EMOTION, SHEET, `${SHEET} import { insertFlat } from ${JSON.stringify(FLAT)};`],
  [EMOTION, INSERTS, INSERTS_WRITTEN],
  [EMOTION, 'insert: _insert', 'insert: _insert, write'],
  [/\/styled-system\/factory\.js$/, REGISTERS, `${REGISTERS} cache2.write(serialized);`],
];

/**
 * Makes the global style and the names of the tokens at build: in a browser of a phone that took Chakra a fifth of a second
 * before the first paint. The system is the same one, and what it gives too; development has Chakra as it is.
 */
export const chakraAtBuild: Plugin = {
  name: 'chakra-at-build',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer, options) {
    if (source === TOKENS) return `\0${TOKENS}`;
    if (!source.startsWith('.')) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const ours = OURS.find(([file]) => found && file.test(found.id));
    return ours ? new URL(ours[1], import.meta.url).pathname : found;
  },
  async load(id) {
    if (id === `\0${TOKENS}`) return exported({ tokens: tokenNames() });
    const made = MADE.find(([file]) => file.test(id));
    if (made) return made[1]();
    const cuts = CUT.filter(([file]) => /@chakra-ui|@emotion/.test(id) && file.test(id));
    if (cuts.length === 0) return null;
    let code = await readFile(id, 'utf8');
    for (const [, from, to] of cuts) {
      if (!code.includes(from)) throw new Error(`${id} is another than it was: look at ${import.meta.url}`);
      code = code.replace(from, () => to);
    }
    return code;
  },
};
