import { refused } from './refusals.ts';

// Reads the streams of compound files ([MS-CFB]): Office documents before 2007, Outlook messages, embedded objects.

export interface Stream {
  name: string;
  /** Number of the directory entry that contains it. */
  storage: number;
  bytes: Buffer;
}

const HEADER = 512;
const ENTRY = 128;
const [NAME_LENGTH_AT, TYPE_AT, CLASS_AT] = [64, 66, 80] as const;
const MINI_SHIFT = 6;
/** Streams below this length are in the mini stream. */
const MINI_CUTOFF = 4096;
const LAST_SECTOR = 0xfffffffa;
const END_OF_CHAIN = 0xfffffffe;
const NO_ENTRY = 0xffffffff;
const [STORAGE, STREAM, ROOT] = [1, 2, 5] as const;
const TYPES: readonly number[] = [STORAGE, STREAM, ROOT];
const HEADER_FATS = 109;

interface Entry {
  name: string;
  type: number;
  siblings: readonly number[];
  child: number;
  start: number;
  size: number;
}

/** Follows a chain of sectors. Throws 400 if it leaves the file or returns to itself. */
function chainOf(table: Buffer, start: number): number[] {
  const chain: number[] = [];
  for (let sector = start; sector !== END_OF_CHAIN; sector = table.readUInt32LE(sector * 4)) {
    if (sector * 4 + 4 > table.length || chain.length * 4 > table.length) throw refused('hidden');
    chain.push(sector);
  }
  return chain;
}

class CompoundFile {
  readonly #bytes: Buffer;
  readonly #shift: number;
  readonly #fat: Buffer;
  readonly #directory: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#shift = bytes.readUInt16LE(30);
    if (this.#shift !== 9 && this.#shift !== 12) throw refused('hidden');
    this.#fat = Buffer.concat(this.#fatSectors().map((sector) => this.#sector(sector)));
    this.#directory = this.#read(this.#fat, bytes.readUInt32LE(48), (sector) => this.#sector(sector));
  }

  #sector(sector: number): Buffer {
    const at = (sector + 1) * 2 ** this.#shift;
    return this.#bytes.subarray(at, at + 2 ** this.#shift);
  }

  #fatSectors(): number[] {
    const head = this.#bytes.subarray(76, 76 + HEADER_FATS * 4);
    const lists = [head];
    const most = this.#bytes.length / 2 ** this.#shift;
    let next = this.#bytes.readUInt32LE(68);
    while (next < LAST_SECTOR) {
      const list = this.#sector(next);
      if (list.length < 2 ** this.#shift || lists.length > most) throw refused('hidden');
      lists.push(list.subarray(0, -4));
      next = list.readUInt32LE(list.length - 4);
    }
    const all = Buffer.concat(lists);
    const sectors = Array.from({ length: all.length / 4 }, (_, i) => all.readUInt32LE(i * 4));
    const used = sectors.filter((sector) => sector < LAST_SECTOR);
    // A table that is listed again and again would be copied each time.
    if (new Set(used).size < used.length) throw refused('hidden');
    return used;
  }

  #read(table: Buffer, start: number, sectorAt: (sector: number) => Buffer): Buffer {
    return Buffer.concat(chainOf(table, start).map(sectorAt));
  }

  #entry(number: number): Entry {
    const at = number * ENTRY;
    const entry = this.#directory.subarray(at, at + ENTRY);
    if (entry.length < ENTRY) throw refused('hidden');
    const length = Math.min(NAME_LENGTH_AT, entry.readUInt16LE(NAME_LENGTH_AT));
    return {
      name: entry.toString('utf16le', 0, Math.max(0, length - 2)),
      type: entry.readUInt8(TYPE_AT),
      siblings: [entry.readUInt32LE(68), entry.readUInt32LE(72)],
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      // Small files may have anything in the upper half.
      size: entry.readUInt32LE(120),
    };
  }

  *streams(): Generator<Stream> {
    const root = this.#entry(0);
    if (root.type !== ROOT) throw refused('hidden');
    const whole = (sector: number) => this.#sector(sector);
    const miniTable = this.#read(this.#fat, this.#bytes.readUInt32LE(60), whole);
    const mini = root.start < LAST_SECTOR ? this.#read(this.#fat, root.start, whole) : Buffer.alloc(0);
    const miniSector = (sector: number) => mini.subarray(sector << MINI_SHIFT, (sector + 1) << MINI_SHIFT);
    const seen = new Set<number>();
    const open: (readonly [number: number, storage: number])[] = [[root.child, 0]];
    let left = this.#bytes.length;
    for (let next = open.pop(); next; next = open.pop()) {
      const [number, storage] = next;
      if (number === NO_ENTRY) continue;
      if (seen.has(number)) throw refused('hidden');
      seen.add(number);
      const { name, type, siblings, child, start, size } = this.#entry(number);
      for (const sibling of siblings) open.push([sibling, storage]);
      if (type === STORAGE) open.push([child, number]);
      if (type !== STREAM || size === 0) continue;
      // Streams that share their bytes would be read again and again.
      left -= size;
      if (left < 0) throw refused('hidden');
      const bytes = (
        size < MINI_CUTOFF ? this.#read(miniTable, start, miniSector) : this.#read(this.#fat, start, whole)
      ).subarray(0, size);
      if (bytes.length < size) throw refused('hidden');
      yield { name, storage, bytes };
    }
  }
}

/** Returns all streams. Throws 400 for a file that cannot be read to its end. */
export function streamsOf(bytes: Buffer): Stream[] {
  try {
    return [...new CompoundFile(bytes).streams()];
  } catch (error) {
    if (error instanceof RangeError) throw refused('hidden');
    throw error;
  }
}

/** Returns all directory entries. Finds them by position and form, so that a broken sector chain hides none. */
export function* entriesOf(bytes: Buffer): Generator<{ name: string; isRoot: boolean; classId: string }> {
  for (let at = HEADER; at + ENTRY <= bytes.length; at += ENTRY) {
    const length = bytes.readUInt16LE(at + NAME_LENGTH_AT);
    const type = bytes.readUInt8(at + TYPE_AT);
    if (length < 2 || length > NAME_LENGTH_AT || !TYPES.includes(type)) continue;
    const name = bytes.toString('utf16le', at, at + length - 2).toLowerCase();
    yield { name, isRoot: type === ROOT, classId: bytes.toString('hex', at + CLASS_AT, at + CLASS_AT + 16) };
  }
}
