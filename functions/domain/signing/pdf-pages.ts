import { isDeepStrictEqual } from 'node:util';
import { SIGNING_LIMITS } from '#shared/rules/limits.ts';
import { only } from '../documents/files/pdf.ts';
import { type Dictionary, integerOf, isReference, type Value } from '../documents/files/pdf-objects.ts';
import { dictionaryOf, objectOf, optional, referenceIn, type Sections } from './pdf-sections.ts';

/** Levels of a page tree; writers keep 200 pages in two or three. */
const MAX_DEPTH = 50;

export interface PageTree {
  catalogue: number;
  /** Object of the tree's root. */
  root: number;
  /** Object that lists what is directly below the root; often the root. */
  list: number;
  /** Objects of the pages, one more at most than a document to sign may have. */
  pages: number[];
}

function kidsOf(sections: Sections, node: Dictionary): number[] {
  const kids = only(node, '/Kids');
  const list = isReference(kids) ? objectOf(sections, kids.object) : kids;
  if (!Array.isArray(list)) throw new Error('not a list');
  return list.map((kid) => {
    if (!isReference(kid)) throw new Error('not a reference');
    return kid.object;
  });
}

/** Reads the page tree as its sections say. Throws if a node is missing, or is there twice. */
export function pageTreeOf(sections: Sections): PageTree {
  const catalogue = referenceIn(sections.trailer, '/Root');
  const root = referenceIn(dictionaryOf(sections, catalogue), '/Pages');
  const pages: number[] = [];
  const seen = new Set<number>();
  const visit = (number: number, depth: number) => {
    if (pages.length > SIGNING_LIMITS.pages) return;
    if (seen.has(number) || depth > MAX_DEPTH) throw new Error('pages in a circle');
    seen.add(number);
    const node = dictionaryOf(sections, number);
    const type = only(node, '/Type');
    if (type === '/Page') pages.push(number);
    else if (type === '/Pages') for (const kid of kidsOf(sections, node)) visit(kid, depth + 1);
    else throw new Error('not a page');
  };
  visit(root, 0);
  const node = dictionaryOf(sections, root);
  const isWhole = pages.length <= SIGNING_LIMITS.pages;
  if (isWhole && integerOf(only(node, '/Count')) !== pages.length) throw new Error('another count of pages');
  const kids = only(node, '/Kids');
  return { catalogue, root, list: isReference(kids) ? kids.object : root, pages };
}

const without = ({ pairs }: Dictionary, ...keys: string[]) =>
  new Map<string, Value>(pairs.filter(([key]) => !keys.includes(key)));

/** Returns true if a reader of the longer file sees the same objects and pages as before, and one more page after them. */
export function hasOnlyOneMorePage(before: Sections, after: Sections): boolean {
  const [old, now] = [pageTreeOf(before), pageTreeOf(after)];
  const changed = [...before.places].filter(([n, place]) => !isDeepStrictEqual(after.places.get(n), place));
  const [from, to] = [dictionaryOf(before, old.root), dictionaryOf(after, now.root)];
  const last = dictionaryOf(after, now.pages.at(-1) ?? Number.NaN);
  return (
    now.catalogue === old.catalogue &&
    now.root === old.root &&
    now.list === old.list &&
    changed.every(([n, place]) => 'free' in place || n === old.root || n === old.list) &&
    isDeepStrictEqual(without(to, '/Kids', '/Count'), without(from, '/Kids', '/Count')) &&
    isDeepStrictEqual(now.pages.slice(0, -1), old.pages) &&
    now.pages.length === old.pages.length + 1 &&
    !before.places.has(now.pages.at(-1) ?? Number.NaN) &&
    referenceIn(last, '/Parent') === old.root &&
    optional(last, '/Rotate') === '0'
  );
}
