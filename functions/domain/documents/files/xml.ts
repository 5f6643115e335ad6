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
const ATTRIBUTE = /(?:[\w.-]{1,64}:)?([\w.-]{1,64})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITY = /&(?:#(x[0-9a-f]+|\d+)|(amp|lt|gt|quot|apos));/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string) =>
  text.replace(ENTITY, (_, code: string | undefined, name = '') =>
    code ? String.fromCharCode(Number(code.replace(/^x/i, '0x'))) : (NAMED[name.toLowerCase()] ?? ''),
  );

/** Returns the text of a file in UTF-8, UTF-16 or any other encoding that keeps ASCII. */
export const xmlOf = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\0', '');

export function* readXml(xml: string): Generator<Tag | string> {
  for (const [, cdata, end = '', name, attributes = '', text] of xml.matchAll(TOKEN))
    if (name !== undefined) yield { name: end + name.toLowerCase(), attributes };
    else if (cdata ?? text) yield cdata ?? unescaped(text ?? '');
}

/** Returns attributes by their names in lower case, without prefixes. */
export const attributesOf = ({ attributes }: Tag): Partial<Record<string, string>> =>
  Object.fromEntries(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name.toLowerCase(),
      unescaped(double ?? single ?? '').trim(),
    ]),
  );
