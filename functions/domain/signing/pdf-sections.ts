import { inflateSync } from 'node:zlib';
import { only, packedBytes } from '../documents/files/pdf.ts';
import {
  addCompressed,
  type Dictionary,
  dictionaryAt,
  integerOf,
  isDictionary,
  isReference,
  noObjects,
  objectAt,
  type Value,
} from '../documents/files/pdf-objects.ts';

// Reads objects as the cross-reference sections say (ISO 32000-2, 7.5.4 and 7.5.8). A library that takes the last copy of an
// object in the file would otherwise decide which pages a signed copy shows.

/** Place of an object: its offset, or the number of its object stream. Free objects have none. */
type Place = { at: number } | { within: number } | { free: true };

export interface Sections {
  bytes: Buffer;
  text: string;
  trailer: Dictionary;
  /** Set if the newest section is a stream. */
  isStream: boolean;
  places: Map<number, Place>;
  /** Objects of the object streams that were read. */
  unpacked: Map<number, Map<number, Value[]>>;
}

interface Section {
  trailer: Dictionary;
  isStream: boolean;
  entries: [number, Place][];
}

const START = /startxref\s+(\d{1,10})\s+%%EOF/;
/** Part at the end of a file in which readers look for its start. */
const LAST_BYTES = 1024;
const RANGE = /\s*(\d{1,10})\s+(\d{1,7})(?=\s)/y;
const ENTRY = /\s*(\d{10})\s+\d{5}\s+([nf])(?=\s)/y;
const MAX_SECTIONS = 500;
/** Largest number of an object that PDFium accepts. */
export const MAX_OBJECT = 4 * 1024 * 1024;
const MAX_UNPACKED = 16 * 1024 * 1024;

/** Returns the value of a key that may be missing. Throws if it is there twice. */
export const optional = (dictionary: Dictionary, key: string): Value | undefined =>
  dictionary.pairs.some(([name]) => name === key) ? only(dictionary, key) : undefined;

function tableAt(text: string, at: number): Section {
  const entries: [number, Place][] = [];
  let end = at + 'xref'.length;
  for (;;) {
    RANGE.lastIndex = end;
    const range = RANGE.exec(text);
    if (!range) break;
    end = RANGE.lastIndex;
    const first = Number(range[1]);
    for (let i = 0; i < Number(range[2]); i += 1) {
      ENTRY.lastIndex = end;
      const entry = ENTRY.exec(text);
      if (!entry) throw new Error('not an entry');
      end = ENTRY.lastIndex;
      entries.push([first + i, entry[2] === 'n' ? { at: Number(entry[1]) } : { free: true }]);
    }
  }
  const word = /\s*trailer/y;
  word.lastIndex = end;
  if (!word.test(text)) throw new Error('no trailer');
  return { trailer: dictionaryAt(text, word.lastIndex), isStream: false, entries };
}

/** Undoes the filters None, Sub and Up of PNG, which writers of cross-reference streams use. */
function withoutPredictor(bytes: Buffer, parameters: Value | undefined): Buffer {
  if (parameters === undefined) return bytes;
  if (!isDictionary(parameters)) throw new Error('not a dictionary');
  if (integerOf(optional(parameters, '/Predictor') ?? '1') < 10) return bytes;
  const columns = integerOf(only(parameters, '/Columns'));
  const rows = Math.floor(bytes.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let y = 0; y < rows; y += 1) {
    const filter = bytes[y * (columns + 1)] ?? 0;
    if (filter > 2) throw new Error('another filter');
    for (let x = 0; x < columns; x += 1) {
      const to = y * columns + x;
      const left = filter === 1 && x > 0 ? (plain[to - 1] ?? 0) : 0;
      const up = filter === 2 && y > 0 ? (plain[to - columns] ?? 0) : 0;
      plain[to] = (bytes[y * (columns + 1) + 1 + x] ?? 0) + left + up;
    }
  }
  return plain;
}

/** Returns the bytes of a cross-reference stream, with its predictor. Throws unless it is plain or deflated once. */
export function unpackedSection(bytes: Buffer, { pairs }: Dictionary, at: number, most: number): Buffer {
  const dictionary = { pairs: pairs.filter(([key]) => key !== '/DecodeParms') };
  if (optional(dictionary, '/Filter') !== undefined)
    return inflateSync(packedBytes(bytes, dictionary, at), { maxOutputLength: most });
  const [line] = /^\r?\n/.exec(bytes.toString('latin1', at, at + 2)) ?? [];
  const plain = line && bytes.subarray(at + line.length, at + line.length + integerOf(only(dictionary, '/Length')));
  if (!plain || plain.length > most) throw new Error('no plain section');
  return plain;
}

function entriesOf(bytes: Buffer, dictionary: Dictionary, at: number): Buffer {
  const [parameters] = [optional(dictionary, '/DecodeParms')].flat();
  return withoutPredictor(unpackedSection(bytes, dictionary, at, MAX_UNPACKED), parameters);
}

function streamAt(bytes: Buffer, text: string, at: number): Section {
  const { value: trailer, word, end } = objectAt(text, at);
  if (!isDictionary(trailer) || word !== 'stream' || only(trailer, '/Type') !== '/XRef') throw new Error('no section');
  const widths = [only(trailer, '/W')].flat().map(integerOf);
  const [w0 = 0, w1 = 0, w2 = 0] = widths;
  const row = w0 + w1 + w2;
  if (widths.length !== 3 || widths.some((width) => width > 6) || row === 0) throw new Error('unusual widths');
  const plain = entriesOf(bytes, trailer, end);
  const index = optional(trailer, '/Index') ?? ['0', only(trailer, '/Size')];
  const ranges = [index].flat().map(integerOf);
  const entries: [number, Place][] = [];
  let from = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    const [first = 0, count = 0] = [ranges[i], ranges[i + 1]];
    if (from + count * row > plain.length) throw new Error('too few entries');
    for (let n = first; n < first + count; n += 1, from += row) {
      const kind = w0 === 0 ? 1 : plain.readUIntBE(from, w0);
      const value = w1 === 0 ? 0 : plain.readUIntBE(from + w0, w1);
      entries.push([n, kind === 1 ? { at: value } : kind === 2 ? { within: value } : { free: true }]);
    }
  }
  return { trailer, isStream: true, entries };
}

/** Follows the sections from the newest to the oldest. Throws if one is not where the file says. */
export function sectionsOf(bytes: Buffer): Sections {
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('startxref');
  const [, start] = (end >= text.length - LAST_BYTES && START.exec(text.slice(end))) || [];
  if (!start || !text.startsWith('%PDF-')) throw new Error('no start or end');
  const places: Sections['places'] = new Map();
  const seen = new Set<number>();
  const read = (at: number) => {
    if (seen.has(at) || seen.size > MAX_SECTIONS) throw new Error('sections in a circle');
    seen.add(at);
    const isTable = text.startsWith('xref', at);
    return isTable ? tableAt(text, at) : streamAt(bytes, text, at);
  };
  const add = (entries: Section['entries']) => {
    for (const [number, place] of entries) if (!places.has(number)) places.set(number, place);
  };
  const newest = read(Number(start));
  for (let section: Section | undefined = newest; section; ) {
    // A table that hides objects from old readers calls them free, and names a stream that has them.
    const hidden = section.isStream ? undefined : optional(section.trailer, '/XRefStm');
    add(section.entries.filter(([, place]) => hidden === undefined || !('free' in place)));
    if (hidden !== undefined) add(read(integerOf(hidden)).entries);
    add(section.entries);
    const previous: Value | undefined = optional(section.trailer, '/Prev');
    section = previous === undefined ? undefined : read(integerOf(previous));
  }
  return { bytes, text, trailer: newest.trailer, isStream: newest.isStream, places, unpacked: new Map() };
}

function unpackedStream(sections: Sections, number: number): Map<number, Value[]> {
  const known = sections.unpacked.get(number);
  if (known) return known;
  const place = sections.places.get(number);
  if (!place || !('at' in place)) throw new Error('no object stream');
  const { value, word, end, ...head } = objectAt(sections.text, place.at);
  if (head.number !== number || !isDictionary(value) || word !== 'stream') throw new Error('no object stream');
  const plain = inflateSync(packedBytes(sections.bytes, value, end), { maxOutputLength: MAX_UNPACKED });
  const objects = noObjects();
  addCompressed(objects, plain.toString('latin1'), integerOf(only(value, '/First')), integerOf(only(value, '/N')));
  sections.unpacked.set(number, objects.values);
  return objects.values;
}

/** Returns the object of a number. Throws unless there is just one. */
export function objectOf(sections: Sections, number: number): Value {
  const place = sections.places.get(number);
  if (!place || 'free' in place) throw new Error('no object');
  if ('at' in place) {
    const found = objectAt(sections.text, place.at);
    if (found.number !== number) throw new Error('another object');
    return found.value;
  }
  const [value, ...more] = unpackedStream(sections, place.within).get(number) ?? [];
  if (value === undefined || more.length > 0) throw new Error('not one object');
  return value;
}

/** Returns the number that a key refers to. */
export function referenceIn(dictionary: Dictionary, key: string): number {
  const value = only(dictionary, key);
  if (!isReference(value)) throw new Error('not a reference');
  return value.object;
}

export function dictionaryOf(sections: Sections, number: number): Dictionary {
  const value = objectOf(sections, number);
  if (!isDictionary(value)) throw new Error('not a dictionary');
  return value;
}
