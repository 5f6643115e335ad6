import type { RefusalKind } from './refusals.ts';
import type { Part } from './unpack.ts';

// What Office documents load or run when they are opened. What a click opens, such as a hyperlink, is the reader's own act.

const RELATIONSHIPS = /\.rels$/i;
// No pattern passes over "<", which XML has in no tag: else time would grow with the square of what is written.
const RELATIONSHIP = /<(?:[\w.-]{1,64}:)?Relationship\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi;
const ATTRIBUTE = /\s(Type|Target|TargetMode)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
// Word keeps the path of the template that a document was made from: on a drive, or relative to the document.
const LOCAL = /^(file:\/\/(localhost)?\/(?![/\\%])|[a-z]:)|^(?![/\\])[^:]*$/i;
const ENTITY = /&#(x[0-9a-f]+|\d+);/gi;

const textOf = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\0', '');
const unescaped = (text: string) =>
  text.replace(ENTITY, (_, code: string) => String.fromCharCode(Number(code.replace(/^x/i, '0x'))));

function refusalOfRelationship(element: string): RefusalKind | undefined {
  const attributes = new Map(
    [...element.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name.toLowerCase(),
      unescaped(double ?? single ?? '').trim(),
    ]),
  );
  const [type = '', target = ''] = ['type', 'target'].map((name) => attributes.get(name));
  const isTemplate = /attachedTemplate$/i.test(type);
  const isExternal = attributes.get('targetmode')?.toLowerCase() === 'external';
  if (LOCAL.test(target) || !(isExternal || isTemplate)) return undefined;
  if (isTemplate) return 'template';
  const isFree = /hyperlink$/i.test(type) || (/image$/i.test(type) && /^https:\/\//i.test(target));
  return isFree ? undefined : 'linked';
}

const WORD_PART = /^word\/[^/]+\.xml$/i;
const FIELD_BEGINS = /<w:fldChar\b[^<>]*>/gi;
const BEGIN = /w:fldCharType\s*=\s*["']begin["']/i;
const FIELD_CODE = /<w:instrText\b[^<>]*>([^<]*)|<w:fldSimple\b([^<>]*)|(\{)/gi;
const SIMPLE = /w:instr\s*=\s*["']([^"'<]*)/i;
const DDE_FIELD = /(?:^|\{)\s*DDE(?:AUTO)?\b/i;
const DDE_LINK = /<(?:[\w.-]{1,64}:)?ddeLink\b/i;

/** Returns true if a field of a Word document starts another program. Word splits the code of a field at will. */
function startsProgram(xml: string): boolean {
  const marked = xml.replaceAll(FIELD_BEGINS, (tag) => (BEGIN.test(tag) ? '{' : ''));
  const codes = [...marked.matchAll(FIELD_CODE)].map(([, code, simple, begin]) => {
    if (simple === undefined) return code ?? begin ?? '';
    return `{${SIMPLE.exec(simple)?.[1] ?? ''}`;
  });
  return DDE_FIELD.test(codes.join(''));
}

/** Returns why a part of an Office document is refused: it has the document load or run something when it is opened. */
export function loadsFromElsewhere({ name, bytes }: Part): RefusalKind | undefined {
  if (RELATIONSHIPS.test(name)) {
    const kinds = [...textOf(bytes).matchAll(RELATIONSHIP)].map(([element]) => refusalOfRelationship(element));
    return kinds.find(Boolean);
  }
  if (/^xl\/externalLinks\//i.test(name) && DDE_LINK.test(textOf(bytes))) return 'linked';
  return WORD_PART.test(name) && startsProgram(textOf(bytes)) ? 'linked' : undefined;
}

const RICH_TEXT = /^\s*\{\\rt/;
const RICH_TEMPLATE = /\\template\b\s*([^}]*)/gi;
const RICH_OBJECTS = /\\(objupdate|objautlink|objlink)\b/i;

/** Returns why a file is refused if it is rich text that loads a template, or updates objects, when it is opened. */
export function refusalOfRichText(bytes: Buffer): RefusalKind | undefined {
  if (!RICH_TEXT.test(bytes.toString('latin1', 0, 64))) return undefined;
  const text = bytes.toString('latin1');
  if ([...text.matchAll(RICH_TEMPLATE)].some(([, target = '']) => !LOCAL.test(target.trim()))) return 'template';
  return RICH_OBJECTS.test(text) ? 'linked' : undefined;
}
