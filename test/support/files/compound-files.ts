const SECTOR = 512;
const MINI = 64;
const CUTOFF = 4096;
const END = 0xfffffffe;
const NONE = 0xffffffff;

/** A stream with content, or a storage with children. */
export interface CompoundEntry {
  name: string;
  content?: Buffer;
  children?: CompoundEntry[];
}

interface Placed {
  name: string;
  type: number;
  next: number;
  child: number;
  start: number;
  size: number;
}

const padded = (bytes: Buffer, to: number) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);

/** Appends a chain of `count` sectors to a table. Returns its start. */
function addChain(table: number[], count: number): number {
  if (count === 0) return END;
  const start = table.length;
  for (let i = 1; i <= count; i += 1) table.push(i === count ? END : start + i);
  return start;
}

const tableBytes = (table: readonly number[]) => {
  const bytes = Buffer.alloc(Math.ceil(table.length / 128) * SECTOR, 0xff);
  for (const [i, next] of table.entries()) bytes.writeUInt32LE(next, i * 4);
  return bytes;
};

/** Writes a compound file as Office does: small streams in the mini stream, large ones in sectors. */
export function compoundFile(entries: CompoundEntry[], classId = ''): Buffer {
  const [fat, miniFat]: [number[], number[]] = [[], []];
  const [sectors, minis]: [Buffer[], Buffer[]] = [[], []];
  const placed: Placed[] = [{ name: 'Root Entry', type: 5, next: NONE, child: NONE, start: END, size: 0 }];
  const add = (bytes: Buffer) => {
    sectors.push(padded(bytes, SECTOR));
    return addChain(fat, Math.ceil(bytes.length / SECTOR));
  };
  const place = (list: CompoundEntry[]): number => {
    let next = NONE;
    for (const { name, content = Buffer.alloc(0), children } of list.toReversed()) {
      const isMini = content.length < CUTOFF;
      if (isMini) minis.push(padded(content, MINI));
      const start = isMini ? addChain(miniFat, Math.ceil(content.length / MINI)) : add(content);
      const child = children ? place(children) : NONE;
      placed.push({ name, type: children ? 1 : 2, next, child, start, size: content.length });
      next = placed.length - 1;
    }
    return next;
  };
  const [root] = placed;
  if (root) root.child = place(entries);
  const mini = Buffer.concat(minis);
  if (root) Object.assign(root, { start: add(mini), size: mini.length });
  const miniTable = add(tableBytes(miniFat));
  const directory = placed.map(({ name, type, next, child, start, size }, i) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry.writeUInt8(type, 66);
    for (const [at, value] of [
      [68, NONE],
      [72, next],
      [76, child],
      [116, start],
      [120, size],
    ] as const)
      entry.writeUInt32LE(value, at);
    if (i === 0) Buffer.from(classId, 'hex').copy(entry, 80);
    return entry;
  });
  const directoryStart = add(Buffer.concat(directory));
  const fatCount = Math.ceil((fat.length + Math.ceil(fat.length / 127)) / 128);
  const fatStart = fat.length;
  for (let i = 0; i < fatCount; i += 1) fat.push(0xfffffffd);
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  for (const [at, value] of [
    [24, 62],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, fatCount],
    [48, directoryStart],
    [56, CUTOFF],
    [60, miniTable],
    [64, Math.ceil(miniFat.length / 128)],
    [68, END],
  ] as const)
    header.writeUInt32LE(value, at);
  header.fill(0xff, 76);
  for (let i = 0; i < fatCount; i += 1) header.writeUInt32LE(fatStart + i, 76 + i * 4);
  return Buffer.concat([header, ...sectors, tableBytes(fat)]);
}
