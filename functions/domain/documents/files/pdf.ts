import { inflateSync } from 'node:zlib';

// PDF names for actions that run by themselves or open another file, and for embedded files (ISO 32000-2: 7.11.4, 12.6, 12.7.6, 13.7).
const ACTS =
  /\/(JavaScript|OpenAction|Launch|EmbeddedFiles?|FileAttachment|SubmitForm|ImportData|RichMedia|RichMediaContent|XFA|GoToE|GoToR)(?![^\0\t\n\f\r ()<>[\]{}/%])/;
const END_OF_NAME = '(?![^\\0\\t\\n\\f\\r ()<>[\\]{}/%])';

/** Matches a name with its value. Short names occur in compressed bytes by chance, so they count only with a fitting one. */
const valued = (name: string, value: string) => ({ name, value: new RegExp(`/${name}[\\0\\s]*(?:${value})`) }) as const;
const OBJECT = '\\(|<|\\d+\\s+\\d+\\s+R\\b';
const ACTING = [
  valued('JS', OBJECT),
  valued('AA', OBJECT),
  valued('EF', OBJECT),
  // Every action of the standard but GoTo and URI (ISO 32000-2, table 201); the others of it are in ACTS.
  valued(
    'S',
    `/(?:Thread|Sound|Movie|Hide|Named|ResetForm|SetOCGState|Rendition|Trans|GoTo3DView|GoToDp|RichMediaExecute)${END_OF_NAME}`,
  ),
  valued('Subtype', `/(?:Sound|Movie|Screen|3D)${END_OF_NAME}`),
];
const ENCRYPTED = new RegExp(`/Encrypt${END_OF_NAME}`);
// Cuts addresses at 2,000 characters. An address that was cut lacks its closing bracket.
const LINK = /\/(URI|Base)(?:[\0\s]*(?:\(([^)]{0,2000}\)?)|<(?!<)([0-9a-f\s]{0,4000})(>?))|[\0\s]+\d)/gi;
const WEB = /^[\0- ]*https?:/i;
/** Other addresses that a link may lead to: of people, of a host with its port, or without a scheme. */
const HARMLESS = /^[\0- ]*(?:mailto:|tel:|[\w-]+(?:\.[\w-]+)+:\d{1,5}[/?#)]|(?![\0- /)])[^:\\/?#)]*[/?#)][^\\]*$)/i;
const STREAM = /\bstream\r?\n/g;
const EXTERNAL = /\/F(?:[\0\s]*[(<]|[\0\s]+\d)/;

/** Removes comments behind a name, so that its value follows. One name at a time, as a comment may hold another. */
const withoutComments = (text: string, name: string) =>
  text.replace(new RegExp(`(/${name})(?:[\\0\\s]*%[^\\r\\n]*)+`, 'g'), '$1 ');

const END = /startxref\s+\d+\s+%%EOF/;
// Readers that do not look for its type know an object stream by /First, which no other stream has.
const OBJECT_STREAM = /\/(ObjStm|First)(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
const REFERENCE = /^\/First\s+\d+\s+\d+\s+R\b/;
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

const isHarmless = (name: string, address: string) => WEB.test(address) || (name !== 'Base' && HARMLESS.test(address));

const fromHex = (digits: string) => Buffer.from(digits.replaceAll(/\s/g, ''), 'hex').toString('latin1');

/** Returns true if a link or the base of links leads anywhere but to the web or to people, or cannot be read. */
const leadsAstray = (text: string) =>
  [...withoutComments(text, '(?:URI|Base)').matchAll(LINK)].some(
    ([, name = '', typed, digits = '', end]) => !isHarmless(name, typed ?? `${fromHex(digits)}${end ? ')' : ''}`),
  );

const acts = (text: string) =>
  ACTS.test(text) || ACTING.some(({ name, value }) => value.test(withoutComments(text, name))) || leadsAstray(text);

/** Returns true if the bytes of a stream are in another file, which a reader would fetch. Throws if there are too many streams. */
function hasExternalStream(text: string): boolean {
  let streams = 0;
  for (const { index } of text.matchAll(STREAM)) {
    streams += 1;
    if (streams > MAX_NAMES) throw new Error('too many streams');
    const before = text.slice(Math.max(0, index - MAX_DICTIONARY), index);
    if (EXTERNAL.test(withoutComments(before.slice(before.lastIndexOf('obj')), 'F'))) return true;
  }
  return false;
}

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
  if (!END.test(plain) || ENCRYPTED.test(plain) || acts(plain) || hasExternalStream(plain)) return true;
  const streams = objectStreams(bytes, text);
  const count = (source: string) => source.match(OBJECT_STREAM)?.length;
  // Names with escapes were not looked at.
  const isReadable = count(plain) === count(text);
  return !isReadable || streams.some((stream) => acts(unescaped(stream)));
}

/** Returns true if a PDF can act, run scripts or carry files, and if it cannot be read here. */
export function pdfActs(bytes: Buffer): boolean {
  try {
    return actsInside(bytes);
  } catch {
    return true;
  }
}
