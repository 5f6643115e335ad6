import { addAbortSignal, type Transform } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { HttpError } from '../../errors.ts';
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
  /** Until when there is time to look. */
  until: AbortSignal;
}

const MAX_FILES = 1000;
const CHUNK = 256 * 1024;
/** As much of one file is looked into, which bounds the memory that takes. */
const MAX_HELD = 32 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

function spend(left: Left, bytes: number): void {
  if (left.until.aborted) throw refused('hidden');
  left.bytes -= bytes;
  if (left.bytes < 0) throw refused('bomb');
}

/** One file more in an archive that has had `before`. */
function countFile(left: Left, before: number): void {
  if (left.until.aborted) throw refused('hidden');
  left.files -= 1;
  if (before >= MAX_FILES || left.files < 0) throw refused('crowded');
}

/** Rethrows a refusal; what fails in any way of its own is damaged, and what was found of it before counts. */
function passRefusal(error: unknown): void {
  if (error instanceof HttpError) throw error;
}

async function inflated(name: string, inflate: Transform, packed: Buffer, left: Left): Promise<Part> {
  const held: Buffer[] = [];
  let size = 0;
  addAbortSignal(
    left.until,
    inflate.on('error', () => undefined),
  ).end(packed);
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      spend(left, chunk.length);
      if (size < MAX_HELD) held.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    passRefusal(error);
    // Bytes that unpack to nothing take time all the same.
    if (left.until.aborted) throw refused('hidden');
  }
  return { name, bytes: Buffer.concat(held), isWhole: size <= MAX_HELD };
}

interface Packed {
  name: string;
  method: number;
  packed: Buffer;
}

/** An entry with its bytes; without any where they are encrypted, packed in a way of its own, or not there. */
async function locate(zip: ZipFile, bytes: Buffer, entry: Entry): Promise<Packed> {
  const { fileName: name, compressionMethod: method, compressedSize } = entry;
  const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => undefined);
  if (!header || entry.isEncrypted() || ![STORED, DEFLATED].includes(method))
    return { name, method: STORED, packed: Buffer.alloc(0) };
  return { name, method, packed: bytes.subarray(header.fileDataStart, header.fileDataStart + compressedSize) };
}

// Names that lead out of the folder into which an archive is unpacked, as yauzl finds them.
const LEADS_OUT = /^(invalid relative path|absolute path):/;

async function listZip(bytes: Buffer, left: Left): Promise<Packed[]> {
  const found: Packed[] = [];
  let packed = 0;
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      countFile(left, found.length);
      const file = await locate(zip, bytes, entry);
      packed += file.packed.length;
      // More than there is: files that share their bytes, to be unpacked again and again.
      if (packed > bytes.length) throw refused('bomb');
      found.push(file);
    }
  } catch (error) {
    passRefusal(error);
    if (error instanceof Error && LEADS_OUT.test(error.message)) throw refused('hidden');
  }
  return found;
}

async function* zipParts(bytes: Buffer, left: Left): AsyncGenerator<Part> {
  for (const { name, method, packed } of await listZip(bytes, left))
    if (method === DEFLATED) yield await inflated(name, createInflateRaw({ chunkSize: CHUNK }), packed, left);
    else {
      spend(left, packed.length);
      yield { name, bytes: packed, isWhole: true };
    }
}

async function* gzipParts(name: string, bytes: Buffer, left: Left): AsyncGenerator<Part> {
  const inner = name.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar');
  yield await inflated(inner, createGunzip({ chunkSize: CHUNK }), bytes, left);
}

const BLOCK = 512;
const CHECKSUM_AT = 148;
const LONG_NAME = 'L';
const EXTENDED = 'x';
// What is said of all files, or where a link leads: no file, and no name of the next one.
const UNNAMING = ['g', 'K'];
/** No path is longer. */
const MAX_PATH = 4096;
const headOf = (content: Buffer) => content.toString('utf8', 0, MAX_PATH);

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
    // Never backwards: a size below 0 would have it read the same block for ever.
    const size = Math.max(0, Number.parseInt(tarText(header, 124, 12).trim(), 8) || 0);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const kind = tarText(header, 156, 1);
    if (kind === LONG_NAME) longName = headOf(content).split('\0', 1)[0];
    else if (kind === EXTENDED) longName = /^\d+ path=(.*)$/m.exec(headOf(content))?.[1] ?? longName;
    else if (UNNAMING.includes(kind)) continue;
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
