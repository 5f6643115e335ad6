import type { Transform } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { HttpError } from '../../../services/errors.ts';
import type { Budget } from './budget.ts';
import { refused } from './refusals.ts';

// Sizes that an archive declares are not trusted: it is unpacked and counted against a budget.

/** File in an archive. `bytes` are its first ones, or all of them if `isWhole`. */
export interface Part {
  name: string;
  bytes: Buffer;
  isWhole: boolean;
}

const CHUNK = 256 * 1024;
/** Inspected bytes of one file, which bounds the memory. */
const MAX_HELD = 50 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** Rethrows a refusal. */
function passRefusal(error: unknown): void {
  if (error instanceof HttpError) throw error;
}

async function inflated(name: string, inflate: Transform, packed: Buffer, budget: Budget): Promise<Part> {
  const held: Buffer[] = [];
  let size = 0;
  inflate.on('error', () => undefined).end(packed);
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      budget.unpack(chunk.length);
      if (size < MAX_HELD) held.push(chunk);
      size += chunk.length;
    }
  } catch (error) {
    passRefusal(error);
    throw refused('hidden');
  }
  return { name, bytes: Buffer.concat(held), isWhole: size <= MAX_HELD };
}

interface Packed {
  name: string;
  method: number;
  packed: Buffer;
}

/** Returns an entry with its bytes. Throws 400 for an unknown packing, a password, and bytes that are not there. */
async function locate(zip: ZipFile, bytes: Buffer, entry: Entry): Promise<Packed> {
  const { fileName: name, compressionMethod: method, compressedSize } = entry;
  if (entry.isEncrypted()) throw refused('locked');
  const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => undefined);
  if (!header || ![STORED, DEFLATED].includes(method)) throw refused('hidden');
  return { name, method, packed: bytes.subarray(header.fileDataStart, header.fileDataStart + compressedSize) };
}

const START_OF_ZIP = /^504b0(304|506|708)/;
const END_OF_ZIP = Buffer.from('PK\x05\x06');
const END_OF_ZIP64 = Buffer.from('PK\x06\x06');
const DIRECTORY = Buffer.from('PK\x01\x02');
const END_LENGTH = 22;
const COMMENT_LENGTH_AT = 20;
const LOCAL_HEADER = Buffer.from('PK\x03\x04');
const LOCAL_LENGTH = 30;
/** Stored is 0, the newest packing of the format 98, a password of WinZip's own 99. */
const MAX_METHOD = 99;
export const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Records that may be the end: more are in no file that anybody made. */
const MAX_ENDS = 1000;
const IN_ZIP64 = 0xffffffff;
/** Length of the 64-bit record and its locator, which precede the end. */
const END64_LENGTH = 56 + 20;

interface EndOfZip {
  at: number;
  before: number;
}

/** Returns the last end record of a ZIP archive whose directory is where it says, whatever is before and after it. */
function endOfZip(bytes: Buffer): EndOfZip | undefined {
  let at = bytes.lastIndexOf(END_OF_ZIP);
  for (let ends = 0; at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(END_OF_ZIP, at - 1)) {
    ends += 1;
    if (ends > MAX_ENDS) throw refused('hidden');
    const end = endAt(bytes, at);
    if (end) return end;
  }
  return undefined;
}

function endAt(bytes: Buffer, at: number): EndOfZip | undefined {
  if (at + END_LENGTH > bytes.length) return undefined;
  let [end, size, offset] = [at, bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
  if (size === IN_ZIP64 || offset === IN_ZIP64) {
    end = at - END64_LENGTH;
    if (end < 0 || !bytes.subarray(end, end + 4).equals(END_OF_ZIP64)) return undefined;
    [size, offset] = [Number(bytes.readBigUInt64LE(end + 40)), Number(bytes.readBigUInt64LE(end + 48))];
  }
  const directory = end - size;
  const isThere = size === 0 || (directory >= 0 && bytes.indexOf(DIRECTORY, directory) === directory);
  return isThere && directory >= offset ? { at, before: directory - offset } : undefined;
}

/** A ZIP archive without what is before it and after its end record, which other programs pass over. */
function bareZip(bytes: Buffer): Buffer {
  const end = endOfZip(bytes);
  if (!end) return bytes;
  const archive = Buffer.from(bytes.subarray(end.before, end.at + END_LENGTH));
  archive.writeUInt16LE(0, end.at - end.before + COMMENT_LENGTH_AT);
  return archive;
}

export const startsAsZip = (bytes: Buffer) => START_OF_ZIP.test(bytes.toString('hex', 0, 4));
/** Returns true for Word, Excel and PowerPoint before 2007, Outlook mails and Windows installers ([MS-CFB]). */
export const isCompound = (bytes: Buffer) => bytes.subarray(0, COMPOUND.length).equals(COMPOUND);

// The version is not looked at, as readers pass over it. In random bytes one in a trillion marks has such a header.
function isLocalHeader(bytes: Buffer, at: number): boolean {
  if (at + LOCAL_LENGTH > bytes.length || bytes.readUInt16LE(at + 8) > MAX_METHOD) return false;
  const end = at + LOCAL_LENGTH + bytes.readUInt16LE(at + 26);
  const name = bytes.subarray(at + LOCAL_LENGTH, end);
  return name.length > 0 && end <= bytes.length && name.every((byte) => byte >= 0x20 && byte !== 0x7f);
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Returns true if a file of an archive begins somewhere. Mails and gzip keep archives in pieces, which have no directory. */
function hasLocalHeader(bytes: Buffer): boolean {
  if (isCompound(bytes) || isGzip(bytes)) return false;
  let at = bytes.indexOf(LOCAL_HEADER);
  while (at >= 0 && !isLocalHeader(bytes, at)) at = bytes.indexOf(LOCAL_HEADER, at + 1);
  return at >= 0;
}

const isZip = (bytes: Buffer) => startsAsZip(bytes) || endOfZip(bytes) !== undefined || hasLocalHeader(bytes);

async function listZip(bytes: Buffer, budget: Budget): Promise<Packed[]> {
  // Readers without the directory would find other files than it lists.
  if (startsAsZip(bytes) && (endOfZip(bytes)?.before ?? 0) > 0) throw refused('hidden');
  const archive = bareZip(bytes);
  const found: Packed[] = [];
  let packed = 0;
  try {
    const zip = await fromBufferPromise(archive, { validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      budget.file(found.length);
      const file = await locate(zip, archive, entry);
      packed += file.packed.length;
      // More bytes than the archive has: entries share them, to be unpacked again and again.
      if (packed > bytes.length) throw refused('bomb');
      found.push(file);
    }
  } catch (error) {
    passRefusal(error);
    // Other programs may read what cannot be read here, such as files without a directory, or names that lead elsewhere.
    throw refused('hidden');
  }
  // An empty directory hides the files before it from those who go by it.
  if (found.length === 0 && bytes.length > END_LENGTH) throw refused('hidden');
  return found;
}

/** Lists the archives in a file, from the last to the first: a PDF may have several attached. */
async function* listZips(bytes: Buffer, budget: Budget): AsyncGenerator<Packed> {
  for (let rest = bytes; isZip(rest); rest = rest.subarray(0, endOfZip(rest)?.before ?? 0))
    yield* await listZip(rest, budget);
}

async function* zipParts(bytes: Buffer, budget: Budget): AsyncGenerator<Part> {
  for await (const { name, method, packed } of listZips(bytes, budget))
    if (method === DEFLATED) yield await inflated(name, createInflateRaw({ chunkSize: CHUNK }), packed, budget);
    else {
      budget.unpack(packed.length);
      yield { name, bytes: packed, isWhole: true };
    }
}

async function* gzipParts(name: string, bytes: Buffer, budget: Budget): AsyncGenerator<Part> {
  const inner = name.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar');
  yield await inflated(inner, createGunzip({ chunkSize: CHUNK }), bytes, budget);
  // Files that are not deflated may contain or precede a ZIP archive, which other programs open.
  yield* zipParts(bytes, budget);
}

const BLOCK = 512;
const CHECKSUM_AT = 148;
const LONG_NAME = 'L';
const EXTENDED = 'x';
// Header types that neither are a file nor name the next one: global attributes and link targets.
const UNNAMING = ['g', 'K'];
const MAX_PATH = 4096;
const headOf = (content: Buffer) => content.toString('utf8', 0, MAX_PATH);

const tarText = (header: Buffer, from: number, length: number) =>
  header.toString('latin1', from, from + length).replace(/\0[\s\S]*$/, '');

function isTarHeader(header: Buffer): boolean {
  if (header.length < BLOCK || header[0] === 0) return false;
  const sum = header.reduce((total, byte, i) => total + (i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 0x20 : byte), 0);
  return Number.parseInt(tarText(header, CHECKSUM_AT, 8), 8) === sum;
}

function* tarParts(bytes: Buffer, budget: Budget): Generator<Part> {
  let longName: string | undefined;
  let files = 0;
  let at = 0;
  while (isTarHeader(bytes.subarray(at, at + BLOCK))) {
    const header = bytes.subarray(at, at + BLOCK);
    const digits = tarText(header, 124, 12).trim();
    if (!/^[0-7]*$/.test(digits)) throw refused('hidden');
    const size = Number.parseInt(digits || '0', 8);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const kind = tarText(header, 156, 1);
    if (kind === LONG_NAME) longName = headOf(content).split('\0', 1)[0];
    else if (kind === EXTENDED) longName = /^\d+ path=(.*)$/m.exec(headOf(content))?.[1] ?? longName;
    else if (UNNAMING.includes(kind)) continue;
    else {
      budget.file(files);
      budget.unpack(content.length);
      files += 1;
      yield { name: longName ?? tarText(header, 0, 100), bytes: content, isWhole: true };
      longName = undefined;
    }
  }
  // Other programs may continue after an invalid header.
  if (at > bytes.length || bytes.subarray(at).some((byte) => byte !== 0)) throw refused('hidden');
}

/** The files in a ZIP, gzip or tar archive; `undefined` where a file is none. Throws 400 if the budget is used up. */
export function partsOf({ name, bytes }: Part, budget: Budget): AsyncGenerator<Part> | Generator<Part> | undefined {
  if (isTarHeader(bytes.subarray(0, BLOCK))) return tarParts(bytes, budget);
  if (isGzip(bytes)) return gzipParts(name, bytes, budget);
  return isZip(bytes) ? zipParts(bytes, budget) : undefined;
}
