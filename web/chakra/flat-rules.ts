/** A rule of a style sheet without the layer that it stands in, if any. */
interface FlatRule {
  layer?: string;
  text: string;
}

/** What the app's styles are inserted into: Emotion's sheet, which puts each rule at the end of its last element. */
interface Sheet {
  insert(rule: string): void;
  tags: { sheet: CSSStyleSheet | null }[];
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

const layers = new WeakMap<Sheet, Map<string, CSSLayerBlockRule>>();

/** The block of a layer at the place in the sheet where it was first needed. */
function blockOf(sheet: Sheet, layer: string): CSSLayerBlockRule | undefined {
  const known = layers.get(sheet) ?? new Map<string, CSSLayerBlockRule>();
  layers.set(sheet, known);
  const block = known.get(layer);
  if (block) return block;
  sheet.insert(`${LAYER}${layer}{}`);
  const made = sheet.tags.at(-1)?.sheet?.cssRules;
  const last = made?.[made.length - 1];
  if (!(last instanceof CSSLayerBlockRule)) return undefined;
  known.set(layer, last);
  return last;
}

/** Browsers that know this one apply what stands in a condition within a rule exactly as the rule around it would. */
const canNest = typeof CSSNestedDeclarations !== 'undefined';

/**
 * Inserts a rule at the end of a sheet. A new layer, media or container rule has the browser look at every element of the page
 * anew, some 10 ms on a phone each time; a rule for elements only at those that it is for. So those are made of these.
 */
export function insertFlat(sheet: Sheet, rule: string): void {
  const flat = canNest && rule.startsWith('@') ? flatRules(rule) : undefined;
  if (!flat) sheet.insert(rule);
  for (const { layer, text } of flat ?? []) {
    if (layer === undefined) sheet.insert(text);
    else {
      const block = blockOf(sheet, layer);
      block?.insertRule(text, block.cssRules.length);
    }
  }
}
