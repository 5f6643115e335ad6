import createCache, { type EmotionCache } from '@emotion/cache';

/** A rule of a style sheet without the layer that it stands in, if any. */
interface FlatRule {
  layer?: string;
  text: string;
}

/** The blocks that stand one after the other in a text of rules, as `[".a", "color:red"]`. */
function blocksOf(css: string): [head: string, body: string][] {
  const blocks: [string, string][] = [];
  let [depth, start, open] = [0, 0, 0];
  for (let at = 0; at < css.length; at += 1) {
    const letter = css[at];
    if (letter === '{' && depth++ === 0) open = at;
    if (letter !== '}' || --depth > 0) continue;
    blocks.push([css.slice(start, open).trim(), css.slice(open + 1, at)]);
    start = at + 1;
  }
  return blocks;
}

const LAYER = '@layer ';
const CONDITION = /^@(media|container|supports)\b/;

/**
 * A rule as rules for elements only: the conditions that stood around them stand within. Gives `undefined` where it is another
 * kind of rule, such as keyframes.
 */
export function flatRules(rule: string): FlatRule[] | undefined {
  const flat: FlatRule[] = [];
  for (const [head, body] of blocksOf(rule)) {
    const isLayer = head.startsWith(LAYER);
    if (!head.startsWith('@')) {
      flat.push({ text: `${head}{${body}}` });
      continue;
    }
    const inner = isLayer || CONDITION.test(head) ? flatRules(body) : undefined;
    if (!inner) return undefined;
    for (const { layer, text } of inner) {
      if (isLayer) flat.push({ layer: head.slice(LAYER.length), text });
      else {
        const [[selector, style] = ['', '']] = blocksOf(text);
        flat.push({ ...(layer !== undefined && { layer }), text: `${selector}{${head}{${style}}}` });
      }
    }
  }
  return flat;
}

/** In browsers that know this, a condition within a rule means the same as around it. */
const canNest = typeof CSSNestedDeclarations !== 'undefined';

/**
 * Makes Emotion's cache with a sheet that inserts style rules only, and one block for each layer. A new layer, media or container
 * rule makes the browser restyle the whole page, some 10 ms on a phone each time.
 */
export function flatCache(): EmotionCache {
  const cache = createCache({ key: 'css', speedy: true });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  const blocks = new Map<string, CSSLayerBlockRule>();
  const blockOf = (layer: string) => {
    const known = blocks.get(layer);
    if (known) return known;
    insert(`${LAYER}${layer}{}`);
    const made = [...(sheet.tags.at(-1)?.sheet?.cssRules ?? [])].at(-1);
    if (!(made instanceof CSSLayerBlockRule)) return undefined;
    blocks.set(layer, made);
    return made;
  };
  sheet.insert = (rule) => {
    const flat = canNest && rule.startsWith('@') ? flatRules(rule) : undefined;
    if (!flat) insert(rule);
    for (const { layer, text } of flat ?? []) {
      if (layer === undefined) insert(text);
      else {
        const block = blockOf(layer);
        block?.insertRule(text, block.cssRules.length);
      }
    }
  };
  return cache;
}
