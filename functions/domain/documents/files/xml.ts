import type { Budget } from './budget.ts';

// Reads XML as programs do, so that comments, CDATA, entities and prefixes hide nothing. Skips broken parts.

/** Start of an element or, with "/" before its name, its end. */
export interface Tag {
  /** In lower case, without its prefix. */
  name: string;
  /** Unparsed. */
  attributes: string;
}

// Comment, instruction, CDATA, tag, text. No alternative backtracks, so the time is linear.
// More than 9,999 attributes would overflow the stack.
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<(\/?)(?:[^\s<>/:"'=]*:)?([^\s<>/:"'=]+)([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*){0,9999})>?|([^<]+)/g;
// Name with or without a value, stray value, blanks, any other character. Nothing is read a third time.
const ATTRIBUTE = /([^\s=<>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?|"[^"]*"|'[^']*'|\s+|[\s\S]/g;
const ENTITY = /&(?:#(x[0-9a-f]+|\d+)|(amp|lt|gt|quot|apos));/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string) =>
  text.replace(ENTITY, (_, code: string | undefined, name = '') =>
    code ? String.fromCharCode(Number(code.replace(/^x/i, '0x'))) : (NAMED[name.toLowerCase()] ?? ''),
  );

export function* readXml(xml: string, budget: Budget): Generator<Tag | string> {
  for (const [, cdata, end = '', name, attributes = '', text] of xml.matchAll(TOKEN)) {
    budget.token();
    if (name !== undefined) yield { name: end + name.toLowerCase(), attributes };
    else if (cdata ?? text) yield cdata ?? unescaped(text ?? '');
  }
}

/** Returns attributes by their names in lower case, without prefixes. */
export function attributesOf({ attributes }: Tag, budget: Budget): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = {};
  for (const [, name, double, single] of attributes.matchAll(ATTRIBUTE)) {
    budget.token();
    const value = double ?? single;
    if (name !== undefined && value !== undefined)
      found[name.slice(name.lastIndexOf(':') + 1).toLowerCase()] = unescaped(value).trim();
  }
  return found;
}
