import { MAX_OPEN } from './budget.ts';

// The syntax of PDF objects (ISO 32000-2, 7.2 and 7.3), read strictly: what two readers may read differently throws.

export interface Reference {
  object: number;
}
/** Keeps a key that is written twice, as readers differ in which of the two they take. */
export interface Dictionary {
  pairs: [key: string, value: Value][];
}
/** A name starts with "/", a string with "(" or "<" as in the file; other text is a number or a word such as null. */
export type Value = string | Value[] | Dictionary | Reference;

export const isReference = (value: Value): value is Reference => typeof value === 'object' && 'object' in value;
export const isDictionary = (value: Value): value is Dictionary => typeof value === 'object' && 'pairs' in value;

// PDFium, the reader in Chromium, takes 0x80 and 0xff for blanks, too.
const BLANKS = '\\0\\t\\n\\f\\r \\x80\\xff';
export const END_OF_NAME = `(?![^${BLANKS}()<>[\\]{}/%])`;
const IGNORED = new RegExp(`[${BLANKS}]+|%[^\\r\\n]*`, 'y');
const TOKEN = new RegExp(
  `<<|>>|[[\\]]|<[${BLANKS}\\da-f]*>|/[^\\0\\t\\n\\f\\r ()<>[\\]{}/%]*|[^${BLANKS}()<>[\\]{}/%]+`,
  'iy',
);
const UNUSUAL = /[#\x80\xff]/;
const BAD_ESCAPE = /#(?![\da-f]{2})/i;
const NUMBER = /^[-+.\d]+$/;
const INTEGER = /^\d{1,10}$/;
const WORDS = ['true', 'false', 'null'];

/** Decodes a name, and ends it where PDFium would. */
function nameOf(token: string): string {
  if (!UNUSUAL.test(token)) return token;
  const name = token.replace(/[\x80\xff].*/s, '');
  if (BAD_ESCAPE.test(name)) throw new Error('a bad escape in a name');
  return name.replace(/#(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export function integerOf(value: Value | undefined): number {
  if (typeof value !== 'string' || !INTEGER.test(value)) throw new Error('not an integer');
  return Number(value);
}

function endOfToken(text: string, from: number): number {
  TOKEN.lastIndex = from;
  if (!TOKEN.test(text)) throw new Error('unreadable');
  return TOKEN.lastIndex;
}

function endOfString(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error('a string without an end');
}

const isScalar = (token: string) => '/(<'.includes(token[0] ?? '?') || NUMBER.test(token) || WORDS.includes(token);

function dictionaryOf(values: Value[]): Dictionary {
  const pairs: Dictionary['pairs'] = [];
  for (let i = 0; i < values.length; i += 2) {
    const [key, value] = [values[i], values[i + 1]];
    if (typeof key !== 'string' || !key.startsWith('/') || value === undefined) throw new Error('not a pair');
    pairs.push([key, value]);
  }
  return { pairs };
}

interface Reading {
  values: Value[];
  /** Start of each value. */
  starts: number[];
  /** Word that ended the reading, such as endobj; empty at the end of the text. */
  word: string;
  end: number;
}

export interface Objects {
  /** All copies of each object, by its number. */
  values: Map<number, Value[]>;
  /** All dictionaries, those within others too. */
  dictionaries: Dictionary[];
  tokensLeft: number;
}

// About a second of reading. A tagged report of 400 pages from Chromium, with a link and a table in each section, has 1.8 million.
const MAX_TOKENS = 2_000_000;

export const noObjects = (): Objects => ({ values: new Map(), dictionaries: [], tokensLeft: MAX_TOKENS });

/** Reads values of a text, and adds their dictionaries to the objects. */
class ObjectReader {
  readonly #text: string;
  readonly #objects: Objects;
  // Honest objects do not overlap and are read once.
  #left: number;

  constructor(text: string, objects: Objects) {
    this.#text = text;
    this.#objects = objects;
    this.#left = 4 * text.length;
  }

  /** Returns the place after blanks and comments. Throws if more was read than an honest text has. */
  start(from: number): number {
    let at = from;
    for (IGNORED.lastIndex = at; IGNORED.test(this.#text); at = IGNORED.lastIndex);
    this.#spend(at - from);
    return at;
  }

  #spend(length: number): void {
    this.#left -= length;
    if (this.#left < 0 || this.#objects.tokensLeft < 0) throw new Error('too much to read');
  }

  /** Returns the token at a place, empty at the end of the text. */
  #token(at: number): string {
    if (at === this.#text.length) return '';
    this.#objects.tokensLeft -= 1;
    const end = this.#text[at] === '(' ? endOfString(this.#text, at) : endOfToken(this.#text, at);
    this.#spend(end - at);
    return this.#text.slice(at, end);
  }

  /** Reads values up to a word that is none. Needs no stack of calls, however deep they are nested. */
  read(from: number): Reading {
    const outer: { values: Value[]; close: string }[] = [];
    const starts: number[] = [];
    let values: Value[] = [];
    let at = from;
    for (;;) {
      at = this.start(at);
      const token = this.#token(at);
      const isTop = outer.length === 0;
      if (token === '<<' || token === '[') {
        if (isTop) starts.push(at);
        outer.push({ values, close: token === '[' ? ']' : '>>' });
        if (outer.length > MAX_OPEN) throw new Error('nested too deeply');
        values = [];
      } else if (token === '>>' || token === ']') {
        const around = outer.pop();
        if (around?.close !== token) throw new Error('unbalanced');
        const value = token === ']' ? values : dictionaryOf(values);
        if (isDictionary(value)) this.#objects.dictionaries.push(value);
        values = around.values;
        values.push(value);
      } else if (token === 'R') {
        integerOf(values.pop());
        values.push({ object: integerOf(values.pop()) });
        if (isTop) starts.pop();
      } else if (isScalar(token)) {
        if (isTop) starts.push(at);
        values.push(token.startsWith('/') ? nameOf(token) : token);
      } else if (isTop) return { values, starts, word: token, end: at + token.length };
      else throw new Error('a word among values');
      at += token.length;
    }
  }
}

const ESCAPE = /\\(?:([0-7]{1,3})|(\r\n?|\n)|([\s\S]))/g;
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Longer than any address, and than what is worth decoding. */
const MAX_STRING = 8192;

/** Returns the characters of a string. Throws if the value is not a string, or is too long. */
export function stringOf(value: Value): string {
  if (typeof value !== 'string' || !/^[(<]/.test(value) || value.length > MAX_STRING) throw new Error('not a string');
  const inside = value.slice(1, -1);
  if (value.startsWith('<')) return Buffer.from(`${inside.replaceAll(/[^\da-f]/gi, '')}0`, 'hex').toString('latin1');
  return inside.replace(ESCAPE, (_, octal?: string, line?: string, other = '') => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return line ? '' : (CONTROLS[other] ?? other);
  });
}

// A comment in between would hide the number of an object from this pattern.
const NUMBERED = `[-+.\\d]+[${BLANKS}]*obj`;
const OBJECT = new RegExp(`obj${END_OF_NAME}(?<=([-+.\\d]+)[${BLANKS}]+${NUMBERED})`, 'g');
const COMMENTED = new RegExp(
  `obj(?<=[\\d\\r\\n][${BLANKS}]*%[^\\r\\n]*[\\r\\n][${BLANKS}]*(?:${NUMBERED}|obj))${END_OF_NAME}`,
);
const TRAILER = /trailer/g;

export interface Stream {
  /** Number of its object. */
  number: number;
  dictionary: Dictionary;
  /** Place after the word "stream". */
  start: number;
}

const add = ({ values }: Objects, number: number, found: Value[]) => {
  const copies = values.get(number);
  if (copies) copies.push(...found);
  else values.set(number, found);
};

/** Reads all that looks like an object, wherever it is, as what counts is for the cross-reference table and readers mend it. */
export function addObjects(objects: Objects, text: string): Stream[] {
  if (COMMENTED.test(text)) throw new Error('a comment in the number of an object');
  const reader = new ObjectReader(text, objects);
  const streams: Stream[] = [];
  for (const { index, 1: number } of text.matchAll(OBJECT)) {
    const { values, word, end } = reader.read(index + 'obj'.length);
    add(objects, integerOf(number), values);
    if (!word.startsWith('stream')) continue;
    const [dictionary] = values;
    if (!dictionary || values.length > 1 || !isDictionary(dictionary) || word !== 'stream')
      throw new Error('unreadable');
    streams.push({ number: integerOf(number), dictionary, start: end });
  }
  for (const { index } of text.matchAll(TRAILER)) {
    const at = reader.start(index + 'trailer'.length);
    if (text.startsWith('<<', at)) reader.read(at);
  }
  return streams;
}

const HEAD = /\s*(\d{1,10})\s+\d{1,5}\s+obj\b/y;

/** Returns the object at a place, and the word after it with its end. Throws unless there is just one value. */
export function objectAt(text: string, at: number): { number: number; value: Value; word: string; end: number } {
  HEAD.lastIndex = at;
  const [head, number] = HEAD.exec(text) ?? [];
  if (!head) throw new Error('no object');
  const { values, word, end } = new ObjectReader(text, noObjects()).read(at + head.length);
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw new Error('not one value');
  return { number: integerOf(number), value, word, end };
}

/** Returns the dictionary at a place, such as after "trailer". */
export function dictionaryAt(text: string, at: number): Dictionary {
  const { values } = new ObjectReader(text, noObjects()).read(at);
  const [value, ...more] = values;
  if (value === undefined || !isDictionary(value) || more.length > 0) throw new Error('not a dictionary');
  return value;
}

/** Adds the objects of an unpacked object stream. Throws if one is not where the stream says. */
export function addCompressed(objects: Objects, text: string, first: number, count: number): void {
  const head = new ObjectReader(text.slice(0, first), objects).read(0);
  const reader = new ObjectReader(text, objects);
  const { values, starts, word } = reader.read(first);
  if (word !== '') throw new Error('a word among objects');
  const byStart = new Map(starts.map((start, i) => [start, values[i]]));
  for (let i = 0; i < count; i += 1) {
    const value = byStart.get(reader.start(first + integerOf(head.values[2 * i + 1])));
    if (value === undefined) throw new Error('not an object');
    add(objects, integerOf(head.values[2 * i]), [value]);
  }
}
