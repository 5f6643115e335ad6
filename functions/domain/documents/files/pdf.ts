import { inflateSync } from 'node:zlib';

// PDF names for actions that run by themselves or open another file, and for embedded files (ISO 32000-2: 7.11.4, 12.6, 12.7.6, 13.7).
const ACTS =
  /\/(JavaScript|OpenAction|Launch|EmbeddedFiles?|FileAttachment|SubmitForm|ImportData|RichMedia|RichMediaContent|XFA|GoToE|GoToR)(?![^\0\t\n\f\r ()<>[\]{}/%])/;
// These names are short enough to occur in compressed bytes by chance, so they count only with a fitting value.
const SHORT_ACTS = /\/(JS|AA|EF)\s*(\(|<|\d+\s+\d+\s+R\b)/;
const END = /startxref\s+\d+\s+%%EOF/;
// Readers that do not look for its type know an object stream by /First, which no other stream has.
const OBJECT_STREAM = /\/(ObjStm|First)(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
const REFERENCE = /^\/First\s+\d+\s+\d+\s+R\b/;
// Strings and comments, which may hold any word.
const STRINGS = /\((?:\\[\s\S]|[^\\()])*\)|<(?!<)[^<>]*>|%[^\r\n]*/g;
const MAX_NESTED = 8;
const END_OF_OBJECT = />>\s*(endobj)\b|\bstream\b/;
const ONLY_DEFLATED = /\/Filter\s*(\[\s*\/FlateDecode\s*\]|\/FlateDecode(?=[\s/>]))/;
const OTHERWISE = /\/(DecodeParms|DP|F)(?=[\s/<([])/;
const MAX_DICTIONARY = 2048;
const MAX_STREAMS = 2000;
const MAX_NAMES = 10_000;
const MAX_ESCAPES = 20_000;
const MAX_INFLATED = 16 * 1024 * 1024;

/** Names may be written with escapes: `/J#61vaScript`. Throws where there are more than anyone writes or chance brings about. */
function unescaped(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 1: code = '' } of text.matchAll(/#([0-9a-f]{2})/gi)) {
    if (pieces.length > MAX_ESCAPES) throw new Error('too many escapes');
    pieces.push(text.slice(from, index) + String.fromCharCode(Number.parseInt(code, 16)));
    from = index + 3;
  }
  return pieces.join('') + text.slice(from);
}

const acts = (text: string) => ACTS.test(text) || SHORT_ACTS.test(text);

/** Position of a packed stream's bytes. */
interface Place {
  start: number;
  end: number;
}

/** Returns true if a name is the /First of an outline, which refers to an object and belongs to no stream. */
function isOfOutline(text: string, at: number): boolean {
  let rest = text.slice(at, at + MAX_DICTIONARY);
  if (!REFERENCE.test(rest)) return false;
  for (let i = 0; i < MAX_NESTED; i += 1) rest = rest.replace(STRINGS, '');
  return END_OF_OBJECT.exec(rest)?.[1] !== undefined;
}

/** Returns the place of the object stream in whose dictionary a name is. Throws unless it is plainly deflated. */
function objectStream(bytes: Buffer, text: string, at: number): Place {
  const before = text.slice(Math.max(0, at - MAX_DICTIONARY), at);
  const after = /^[\s\S]*?\bstream\r?\n/.exec(text.slice(at, at + MAX_DICTIONARY))?.[0] ?? '';
  const dictionary = unescaped(before.slice(before.lastIndexOf('obj')) + after);
  if (!after || !ONLY_DEFLATED.test(dictionary) || OTHERWISE.test(dictionary)) throw new Error('not plainly deflated');
  const start = at + after.length;
  const end = bytes.indexOf('endstream', start);
  if (end < 0) throw new Error('without an end');
  return { start, end };
}

/** What the compressed object streams hold. Throws where one cannot be read: packed otherwise, damaged, or too much. */
function objectStreams(bytes: Buffer, text: string): string[] {
  const found = new Map<number, string>();
  let left = MAX_INFLATED;
  let packedLeft = bytes.length;
  let names = 0;
  for (const { index } of text.matchAll(OBJECT_STREAM)) {
    names += 1;
    if (names > MAX_NAMES) throw new Error('too many names');
    if (isOfOutline(text, index)) continue;
    const place = objectStream(bytes, text, index);
    if (found.has(place.start)) continue;
    const packed = bytes.subarray(place.start, place.end);
    packedLeft -= packed.length;
    // Streams that share their bytes would have them unpacked again and again.
    if (packedLeft < 0) throw new Error('streams overlap');
    const stream = inflateSync(packed, { maxOutputLength: left }).toString('latin1');
    left -= stream.length;
    found.set(place.start, stream);
    if (found.size > MAX_STREAMS) throw new Error('too many object streams');
  }
  return [...found.values()];
}

function actsInside(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const plain = unescaped(text);
  if (!END.test(plain) || acts(plain)) return true;
  const streams = objectStreams(bytes, text);
  const count = (source: string) => source.match(OBJECT_STREAM)?.length;
  // Names with escapes were not looked at.
  const isReadable = count(plain) === count(text) && !(streams.length > 0 && /\/Encrypt\b/.test(plain));
  return !isReadable || streams.some((stream) => acts(unescaped(stream)));
}

/**
 * Whether a PDF does something when it is opened, can run a script, or carries files; also where it is damaged or keeps its
 * objects where they cannot be read here (contract, Documents).
 */
export function pdfActs(bytes: Buffer): boolean {
  try {
    return actsInside(bytes);
  } catch {
    return true;
  }
}
