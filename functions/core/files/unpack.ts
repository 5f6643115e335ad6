import type { Transform } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { HttpError } from '../errors.ts';
import { refused } from './refusals.ts';

// An archive's own sizes are not believed: all of it is unpacked and counted, up to what is left of a budget.

/** A file in an archive. `bytes` are its first ones, all of them where `isWhole`. */
export interface Part {
  name: string;
  bytes: Buffer;
  isWhole: boolean;
}
/** How many unpacked bytes and how many files more an upload may come to. */
export interface Left {
  bytes: number;
  files: number;
}

const MAX_FILES = 1000;
const CHUNK = 256 * 1024;
/** As much of one file is looked into, which bounds the memory that takes. */
const MAX_HELD = 32 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

function spend(left: Left, bytes: number): void {
  left.bytes -= bytes;
  if (left.bytes < 0) throw refused('bomb');
}

/** One file more in an archive that has had `before`. */
function countFile(left: Left, before: number): void {
  left.files -= 1;
  if (before >= MAX_FILES || left.files < 0) throw refused('crowded');
}

async function inflated(name: string, inflate: Transform, packed: Buffer, left: Left): Promise<Part> {
  const held: Buffer[] = [];
  let size = 0;
  inflate.on('error', () => undefined).end(packed);
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    spend(left, chunk.length);
    if (size < MAX_HELD) held.push(chunk);
    size += chunk.length;
  }
  return { name, bytes: Buffer.concat(held), isWhole: size <= MAX_HELD };
}

/** Fails as damaged where what it does fails in any way of its own. */
async function orDamaged<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof HttpError ? error : refused('damaged');
  });
}

interface Packed {
  name: string;
  method: number;
  start: number;
  from: number;
  to: number;
}

async function locate(zip: ZipFile, entry: Entry): Promise<Packed> {
  if (entry.isEncrypted()) throw refused('locked');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw refused('sealed');
  const { fileDataStart: from } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const { fileName: name, compressionMethod: method, relativeOffsetOfLocalHeader: start } = entry;
  return { name, method, start, from, to: from + entry.compressedSize };
}

async function listZip(bytes: Buffer, left: Left): Promise<Packed[]> {
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: false });
  const found: Packed[] = [];
  for await (const entry of zip.eachEntry()) {
    countFile(left, found.length);
    found.push(await locate(zip, entry));
  }
  const sorted = found.toSorted((a, b) => a.start - b.start);
  // Files that share their bytes unpack to far more than there is; of two with one name nobody knows which is opened.
  const overlap = sorted.some(({ to }, i) => to > (sorted[i + 1]?.start ?? bytes.length));
  if (overlap || new Set(found.map(({ name }) => name)).size < found.length) throw refused('damaged');
  return found;
}

async function* zipParts(bytes: Buffer, left: Left): AsyncGenerator<Part> {
  for (const { name, method, from, to } of await orDamaged(listZip(bytes, left))) {
    const packed = bytes.subarray(from, to);
    if (method === DEFLATED)
      yield await orDamaged(inflated(name, createInflateRaw({ chunkSize: CHUNK }), packed, left));
    else {
      spend(left, packed.length);
      yield { name, bytes: packed, isWhole: true };
    }
  }
}

async function* gzipParts(name: string, bytes: Buffer, left: Left): AsyncGenerator<Part> {
  const inner = name.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar');
  yield await orDamaged(inflated(inner, createGunzip({ chunkSize: CHUNK }), bytes, left));
}

const BLOCK = 512;
const CHECKSUM_AT = 148;
const LONG_NAME = 'L';
const EXTENDED = 'x';

const tarText = (header: Buffer, from: number, length: number) =>
  header.toString('latin1', from, from + length).replace(/\0[\s\S]*$/, '');

function isTarHeader(header: Buffer): boolean {
  if (header.length < BLOCK || header[0] === 0) return false;
  const sum = header.reduce((total, byte, i) => total + (i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 0x20 : byte), 0);
  return Number.parseInt(tarText(header, CHECKSUM_AT, 8), 8) === sum;
}

function* tarParts(bytes: Buffer, left: Left): Generator<Part> {
  let longName: string | undefined;
  let files = 0;
  for (let at = 0; isTarHeader(bytes.subarray(at, at + BLOCK)); ) {
    const header = bytes.subarray(at, at + BLOCK);
    const size = Number.parseInt(tarText(header, 124, 12).trim() || '0', 8);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length !== size) throw refused('damaged');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const kind = tarText(header, 156, 1);
    if (kind === LONG_NAME) longName = content.toString().replace(/\0+$/, '');
    else if (kind === EXTENDED) longName = /^\d+ path=(.*)$/m.exec(content.toString())?.[1];
    else {
      countFile(left, files);
      files += 1;
      yield { name: longName ?? tarText(header, 0, 100), bytes: content, isWhole: true };
      longName = undefined;
    }
  }
}

const END_OF_ZIP = Buffer.from('PK\x05\x06');
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;

/** Whether a file begins as ZIP archives do, or ends as they do, which is where they are read from. */
function isZip(bytes: Buffer): boolean {
  if (/^504b0(304|506|708)/.test(bytes.toString('hex', 0, 4))) return true;
  const tail = bytes.subarray(Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT));
  const at = tail.lastIndexOf(END_OF_ZIP);
  return at >= 0 && at + END_LENGTH <= tail.length && at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length;
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The files in a ZIP, gzip or tar archive; `undefined` where a file is none. Refuses more than is left. */
export function partsOf({ name, bytes }: Part, left: Left): AsyncGenerator<Part> | Generator<Part> | undefined {
  if (isZip(bytes)) return zipParts(bytes, left);
  if (isGzip(bytes)) return gzipParts(name, bytes, left);
  if (isTarHeader(bytes.subarray(0, BLOCK))) return tarParts(bytes, left);
  return undefined;
}
