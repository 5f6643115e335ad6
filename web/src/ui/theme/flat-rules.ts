import createCache, { type EmotionCache } from '@emotion/cache';
import { type CSSObject, type SerializedStyles, serializeStyles } from '@emotion/serialize';

interface FlatRule {
  layer?: string;
  text: string;
}

/** Splits CSS into its top-level blocks, as `[".a", "color:red"]`. */
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

/** Nests the conditions around style rules in them. Returns `undefined` for others, such as keyframes. */
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

/** Browsers with this interface treat nested conditions like outer ones. */
const canNest = typeof CSSNestedDeclarations !== 'undefined';

/** Emotion's cache, and a function that writes a style's rules before its element is in the page. */
export interface StyleCache {
  cache: EmotionCache;
  /** Serializes a style during rendering, and prepares its rules. */
  serialize(style: CSSObject): SerializedStyles;
}

type Inserts = Pick<EmotionCache['sheet'], 'insert'>;

/**
 * Creates Emotion's cache with a sheet that inserts only style rules, and one block for each layer. A new layer, media
 * or container rule restyles the whole page, some 10 ms on a phone each time.
 * Rules are computed during rendering, spread over frames, instead of all together on commit.
 */
export function styleCache(): StyleCache {
  const cache = createCache({ key: 'css', speedy: true });
  const { sheet } = cache;
  const insertRule = sheet.insert.bind(sheet);
  const blocks = new Map<string, CSSLayerBlockRule>();
  const blockOf = (layer: string) => {
    const known = blocks.get(layer);
    if (known) return known;
    insertRule(`${LAYER}${layer}{}`);
    const made = [...(sheet.tags.at(-1)?.sheet?.cssRules ?? [])].at(-1);
    if (!(made instanceof CSSLayerBlockRule)) return undefined;
    blocks.set(layer, made);
    return made;
  };
  const insertFlat = ({ layer, text }: FlatRule) => {
    if (layer === undefined) return insertRule(text);
    const block = blockOf(layer);
    block?.insertRule(text, block.cssRules.length);
  };
  const flatten = (rule: string): FlatRule[] =>
    (canNest && rule.startsWith('@') ? flatRules(rule) : undefined) ?? [{ text: rule }];
  sheet.insert = (rule) => flatten(rule).forEach(insertFlat);

  const { insert } = cache;
  const written = new Map<string, FlatRule[]>();
  const serialize = (style: CSSObject) => {
    const serialized = serializeStyles([style], cache.registered);
    const { name } = serialized;
    if (cache.inserted[name] || written.has(name)) return serialized;
    const rules: FlatRule[] = [];
    const draft: Inserts = { insert: (rule) => rules.push(...flatten(rule)) };
    insert(`.${cache.key}-${name}`, serialized, draft as EmotionCache['sheet'], false);
    written.set(name, rules);
    return serialized;
  };
  cache.insert = (selector, serialized, target, shouldCache) => {
    const rules = selector ? written.get(serialized.name) : undefined;
    if (!rules) return insert(selector, serialized, target, shouldCache);
    rules.forEach(insertFlat);
    written.delete(serialized.name);
    if (shouldCache) cache.inserted[serialized.name] = true;
  };
  return { cache, serialize };
}
