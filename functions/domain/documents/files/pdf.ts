import { inflateSync } from 'node:zlib';
import type { Budget } from './budget.ts';
import {
  addCompressed,
  addObjects,
  type Dictionary,
  END_OF_NAME,
  integerOf,
  isDictionary,
  isReference,
  noObjects,
  type Objects,
  type Stream,
  stringOf,
  type Value,
} from './pdf-objects.ts';
import { refused } from './refusals.ts';
import type { Part } from './unpack.ts';

// Looked for in the whole text, as readers that recover damaged files may find objects where the standard has none.
// Names of actions that run automatically or open another file, and of embedded files (ISO 32000-2: 7.11.4, 12.6, 12.7.6, 13.7).
const ACTS = new RegExp(
  `/(?:JavaScript|OpenAction|Launch|EmbeddedFiles?|FileAttachment|SubmitForm|ImportData|RichMedia|RichMediaContent|RichMediaExecute|XFA|GoToE|GoToR|GoToDp|GoTo3DView|Rendition|SetOCGState|ResetForm|Encrypt)${END_OF_NAME}`,
);
const END = /startxref\s+\d+\s+%%EOF/;

/** Keys whose values act. */
const ACTING = ['/JS', '/AA', '/EF'];
/** Keys of what a click or a change of page runs; in structure, /A has attributes, and in outlines, /Next the next entry. */
const ACTIONS = ['/A', '/PA', '/NA', '/Next'];
const HARMLESS_ACTIONS = ['/GoTo', '/URI'];
// Actions of the standard (ISO 32000-2, table 201) and annotations that play something: refused wherever they are.
// Other dictionaries use /S, too, and for any name.
const ACTING_NAMES: Record<string, string[]> = {
  '/S': ['/Thread', '/Sound', '/Movie', '/Hide', '/Named', '/Trans'],
  '/Subtype': ['/Sound', '/Movie', '/Screen', '/3D'],
};
const INDIRECT_NAMES = Object.values(ACTING_NAMES).flat();

const WEB = /^[\0- ]*https?:/i;
/** Other addresses that a link may lead to: of people, of a host with its port, or without a scheme. */
const HARMLESS =
  /^[\0- ]*(?:mailto:|tel:|[\w-]+(?:\.[\w-]+)+:\d{1,5}(?:[/?#]|$)|(?![\0- /\x80-\xff])[^:\\/?#]+(?:[/?#][^\\]*)?$)/i;

const OTHERWISE_PACKED = ['/DecodeParms', '/DP', '/F'];
const MAX_STREAMS = 2000;
const MAX_ESCAPES = 20_000;
const MAX_INFLATED = 16 * 1024 * 1024;

/** Decodes names with escapes, such as `/J#61vaScript`. Throws if there are more than anyone writes or chance brings about. */
function unescaped(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 1: code = '' } of text.matchAll(/#([0-9a-f]{2})/gi)) {
    if (pieces.length > MAX_ESCAPES) throw new Error('too many escapes');
    const character = String.fromCharCode(Number.parseInt(code, 16));
    // Others are in no name that is looked for, and a delimiter would end a name or a comment.
    if (!/\w/.test(character)) continue;
    pieces.push(text.slice(from, index) + character);
    from = index + 3;
  }
  return pieces.join('') + text.slice(from);
}

const isName = (value: Value) => typeof value === 'string' && value.startsWith('/');

/** Returns true if a link or the base of links leads only to the web or to people. Throws if its address is elsewhere. */
function isHarmless(key: string, value: Value): boolean {
  // The catalogue's /URI is a dictionary with the base.
  if (key === '/URI' && isDictionary(value)) return true;
  const address = stringOf(value);
  return WEB.test(address) || (key === '/URI' && HARMLESS.test(address));
}

const acts = ({ pairs }: Dictionary) =>
  pairs.some(
    ([key, value]) =>
      ACTING.includes(key) ||
      (typeof value === 'string' && ACTING_NAMES[key]?.includes(value)) ||
      ((key === '/URI' || key === '/Base') && !isHarmless(key, value)),
  );

const isHarmlessAction = ({ pairs }: Dictionary) =>
  pairs.every(([key, value]) => key !== '/S' || (typeof value === 'string' && HARMLESS_ACTIONS.includes(value)));

/** Returns true if a dictionary leads to an action that is not known to be harmless, or to an object that is missing. */
function hasOtherAction({ dictionaries, values }: Objects): boolean {
  const seen = new Set<number>();
  const reached = dictionaries.flatMap(({ pairs }) =>
    pairs.filter(([key]) => ACTIONS.includes(key)).map(([, value]) => value),
  );
  // Grows while it is gone through.
  for (const value of reached) {
    if (isDictionary(value) && !isHarmlessAction(value)) return true;
    if (Array.isArray(value)) for (const item of value) reached.push(item);
    if (!isReference(value) || seen.has(value.object)) continue;
    seen.add(value.object);
    const copies = values.get(value.object);
    if (!copies) return true;
    for (const copy of copies) reached.push(copy);
  }
  return false;
}

/** Returns true if the bytes of a stream, or a page that it shows, are in another file, which a reader would fetch. */
const isExternal = ({ pairs }: Dictionary) =>
  pairs.some(([key, value]) => key === '/Ref' || key === '/OPI' || (key === '/F' && !isName(value)));

// Readers that do not look for its type know an object stream by /First, which no other stream has.
const holdsObjects = ({ pairs }: Dictionary) => pairs.some(([key, value]) => key === '/First' || value === '/ObjStm');

/** Returns the value of a key. Throws unless there is just one. */
export function only({ pairs }: Dictionary, key: string): Value {
  const [found, ...more] = pairs.filter(([name]) => name === key);
  if (!found || more.length > 0) throw new Error(`not one ${key}`);
  return found[1];
}

function isPlainlyDeflated(dictionary: Dictionary): boolean {
  const filter = [only(dictionary, '/Filter')].flat();
  return (
    filter.length === 1 &&
    filter[0] === '/FlateDecode' &&
    !dictionary.pairs.some(([key]) => OTHERWISE_PACKED.includes(key))
  );
}

/** Returns the packed bytes of an object stream. Throws unless it is plainly deflated. */
export function packedBytes(bytes: Buffer, dictionary: Dictionary, at: number): Buffer {
  const [line] = /^\r?\n/.exec(bytes.toString('latin1', at, at + 2)) ?? [];
  const end = bytes.indexOf('endstream', at);
  if (!line || end < 0 || !isPlainlyDeflated(dictionary)) throw new Error('not plainly deflated');
  return bytes.subarray(at + line.length, end);
}

export interface Pdf {
  objects: Objects;
  streams: Stream[];
  /** Set if the text or an object stream has the name of an action. */
  namesAction: boolean;
}

/** Reads all objects. Throws if they cannot be read. */
function readPdf(bytes: Buffer): Pdf {
  const text = bytes.toString('latin1');
  if (!END.test(text)) throw new Error('no end');
  let namesAction = ACTS.test(unescaped(text));
  const objects = noObjects();
  const streams = addObjects(objects, text);
  const compressed = streams.filter(({ dictionary }) => holdsObjects(dictionary));
  if (compressed.length > MAX_STREAMS) throw new Error('too many object streams');
  let left = MAX_INFLATED;
  let packedLeft = bytes.length;
  for (const { dictionary, start } of compressed) {
    const packed = packedBytes(bytes, dictionary, start);
    packedLeft -= packed.length;
    // Streams that share their bytes would have them unpacked again and again.
    if (packedLeft < 0) throw new Error('shared bytes');
    const unpacked = inflateSync(packed, { maxOutputLength: left }).toString('latin1');
    left -= unpacked.length;
    namesAction ||= ACTS.test(unescaped(unpacked));
    addCompressed(objects, unpacked, integerOf(only(dictionary, '/First')), integerOf(only(dictionary, '/N')));
  }
  return { objects, streams, namesAction };
}

/** The last PDF that was read, as attachments and preview both need it; an error if it cannot be read. */
let last: { bytes: Buffer; pdf: Pdf | Error } | undefined;

/** Returns all objects of a PDF. Throws if they cannot be read. */
export function pdfOf(bytes: Buffer): Pdf {
  if (last?.bytes !== bytes) {
    try {
      last = { bytes, pdf: readPdf(bytes) };
    } catch (error) {
      last = { bytes, pdf: error as Error };
    }
  }
  if (last.pdf instanceof Error) throw last.pdf;
  return last.pdf;
}

/** Returns true if a PDF can act, run scripts or carry files. Throws if it cannot be read. */
export function actsInside(bytes: Buffer): boolean {
  const { objects, streams, namesAction } = pdfOf(bytes);
  if (namesAction || streams.some(({ dictionary }) => isExternal(dictionary))) return true;
  const copies = [...objects.values.values()].flat();
  return (
    objects.dictionaries.some(acts) ||
    copies.some((value) => typeof value === 'string' && INDIRECT_NAMES.includes(value)) ||
    hasOtherAction(objects)
  );
}

/** Attached files, in a PDF that cannot be read. */
const ATTACHES = new RegExp(`/(?:EmbeddedFiles?|FileAttachment|EF)${END_OF_NAME}`);
/** Unpacked bytes of attached files, as of files in an archive. */
const MAX_ATTACHED = 50 * 1024 * 1024;

/** Returns a value, or all copies of the object that it refers to. */
const resolved = ({ values }: Objects, value: Value): Value[] =>
  isReference(value) ? (values.get(value.object) ?? []) : [value];

/** Returns the bytes of an attached file. Throws for other filters than deflate. */
function attachedBytes(bytes: Buffer, { objects }: Pdf, { dictionary, start }: Stream, left: number): Buffer {
  const line = /^\r?\n/.exec(bytes.toString('latin1', start, start + 2));
  if (!line) throw new Error('not a stream');
  const from = start + line[0].length;
  if (dictionary.pairs.some(([key]) => key === '/Filter')) {
    if (!isPlainlyDeflated(dictionary)) throw new Error('not plainly deflated');
    return inflateSync(bytes.subarray(from), { maxOutputLength: left });
  }
  const [length] = resolved(objects, only(dictionary, '/Length'));
  return bytes.subarray(from, from + integerOf(length));
}

/** Returns the names of an attached file, as far as they are in ASCII. */
const namesOf = ({ pairs }: Dictionary, objects: Objects) =>
  pairs
    .filter(([key]) => FILE_NAMES.includes(key))
    .flatMap(([, value]) => resolved(objects, value))
    .map((value) =>
      stringOf(value)
        .replace(/^\xfe\xff/, '')
        .replaceAll('\0', ''),
    );

const FILE_NAMES = ['/F', '/UF', '/DOS', '/Mac', '/Unix'];

function attachedTo(bytes: Buffer, pdf: Pdf): Part[] {
  const { objects, streams } = pdf;
  const byNumber = Map.groupBy(streams, ({ number }) => number);
  const parts: Part[] = [];
  let left = MAX_ATTACHED;
  for (const specification of objects.dictionaries) {
    const files = specification.pairs.filter(([key]) => key === '/EF').flatMap(([, value]) => resolved(objects, value));
    if (files.length === 0) continue;
    const names = namesOf(specification, objects);
    const numbers = files.flatMap((file) => {
      if (!isDictionary(file)) throw new Error('not a list of files');
      return file.pairs.map(([, value]) => (isReference(value) ? value.object : Number.NaN));
    });
    // One file usually has two names.
    for (const number of new Set(numbers)) {
      const copies = byNumber.get(number);
      if (!copies) throw new Error('not a stream');
      for (const copy of copies) {
        const content = attachedBytes(bytes, pdf, copy, left);
        left -= content.length;
        parts.push({ name: names[0] ?? '', bytes: content, isWhole: true });
      }
    }
    for (const name of names.slice(1)) parts.push({ name, bytes: Buffer.alloc(0), isWhole: true });
  }
  return parts;
}

export const isPdf = (bytes: Buffer) => bytes.toString('latin1', 0, 1024).includes('%PDF-');

/** Returns the files that are attached to a PDF. Throws 400 if it has some that cannot be read. */
export function* pdfParts(bytes: Buffer, budget: Budget): Generator<Part> {
  let parts: Part[];
  try {
    parts = attachedTo(bytes, pdfOf(bytes));
  } catch {
    if (ATTACHES.test(bytes.toString('latin1'))) throw refused('hidden');
    return;
  }
  for (const [i, part] of parts.entries()) {
    budget.file(i);
    budget.unpack(part.bytes.length);
    yield part;
  }
}

/** Returns true if a PDF can act, run scripts or carry files, and if it cannot be read here. */
export function pdfActs(bytes: Buffer): boolean {
  try {
    return actsInside(bytes);
  } catch {
    return true;
  }
}
