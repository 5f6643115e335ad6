import { deflateRawSync } from 'node:zlib';
import { compoundFile } from './compound-files.ts';

export interface Member {
  name: string;
  content: string | Buffer;
  /** The stated method: 8 is deflated, 0 stored. */
  method?: number;
  encrypted?: boolean;
  /** The stated size, if it is wrong. */
  declared?: number;
}

const bytesOf = (content: string | Buffer) => (typeof content === 'string' ? Buffer.from(content) : content);

interface Packed {
  name: Buffer;
  data: Buffer;
  size: number;
  method: number;
  flags: number;
}

function pack({ name, content, method = 8, encrypted = false, declared }: Member): Packed {
  const plain = bytesOf(content);
  const data = method === 8 ? deflateRawSync(plain, { level: 9 }) : plain;
  return { name: Buffer.from(name), data, size: declared ?? plain.length, method, flags: encrypted ? 1 : 0 };
}

const numbers = (...pairs: [value: number, bytes: 2 | 4][]) =>
  Buffer.concat(
    pairs.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );

const localHeader = ({ name, data, size, method, flags }: Packed) =>
  Buffer.concat([
    Buffer.from('PK\x03\x04'),
    numbers([20, 2], [flags, 2], [method, 2], [0, 4], [0, 4], [data.length, 4], [size, 4], [name.length, 2], [0, 2]),
    name,
  ]);

const centralHeader = ({ name, data, size, method, flags }: Packed, offset: number) =>
  Buffer.concat([
    Buffer.from('PK\x01\x02'),
    numbers([20, 2], [20, 2], [flags, 2], [method, 2], [0, 4], [0, 4], [data.length, 4], [size, 4], [name.length, 2]),
    numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ]);

/** Unusual forms: all entries with the same bytes; 64-bit offsets. */
interface ZipForm {
  overlapping?: boolean;
  zip64?: boolean;
}

const END_64 = (at: number, length: number, count: number) => {
  const end = Buffer.alloc(56 + 20);
  end.write('PK\x06\x06', 0, 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  end.write('PK\x06\x07', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(at + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
};

/** Writes a ZIP archive, also in forms that no tool writes. */
export function zip(members: Member[], { overlapping = false, zip64 = false }: ZipForm = {}): Buffer {
  const packed = members.map(pack);
  const bodies = (overlapping ? packed.slice(0, 1) : packed).map((member) =>
    Buffer.concat([localHeader(member), member.data]),
  );
  const offsetOf = (i: number) => (overlapping ? 0 : bodies.slice(0, i).reduce((sum, { length }) => sum + length, 0));
  const directory = Buffer.concat(packed.map((member, i) => centralHeader(member, offsetOf(i))));
  const at = bodies.reduce((sum, { length }) => sum + length, 0);
  const [count, length, start] = zip64 ? [0xffff, 0xffffffff, 0xffffffff] : [members.length, directory.length, at];
  return Buffer.concat([
    ...bodies,
    directory,
    ...(zip64 ? [END_64(at, directory.length, members.length)] : []),
    Buffer.from('PK\x05\x06'),
    numbers([0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [start, 4], [0, 2]),
  ]);
}

function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100, 'latin1');
  header.write('0000644\0', 100);
  const digits = Math.abs(size)
    .toString(8)
    .padStart(size < 0 ? 10 : 11, '0');
  header.write(`${size < 0 ? '-' : ''}${digits}\0`, 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

interface TarMember extends Pick<Member, 'name' | 'content'> {
  /** '0' for a file, 'L' and 'x' for the name of the next one. */
  type?: string;
  declared?: number;
}

export function tar(members: TarMember[]): Buffer {
  const blocks = members.flatMap(({ name, content, type = '0', declared }) => {
    const bytes = bytesOf(content);
    return [tarHeader(name, declared ?? bytes.length, type), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A compound file with streams of the given names, and `content` in another. */
export const compound = (names: string[], { classId = '', content = Buffer.alloc(0) } = {}): Buffer =>
  compoundFile([...names.map((name) => ({ name })), { name: 'Other', content }], classId);

const CONTENT_TYPES = (main: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const MAIN = {
  docx: `${OFFICE}.wordprocessingml.document.main+xml`,
  xlsx: `${OFFICE}.spreadsheetml.sheet.main+xml`,
  pptx: `${OFFICE}.presentationml.presentation.main+xml`,
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
};

/** An Office document since 2007, with further members. */
export const office = (kind: keyof typeof MAIN, ...more: Member[]) =>
  zip([
    { name: '[Content_Types].xml', content: CONTENT_TYPES(MAIN[kind]) },
    { name: '_rels/.rels', content: '<?xml version="1.0"?><Relationships/>' },
    { name: 'word/document.xml', content: `<?xml version="1.0"?><w:document>${'<w:p/>'.repeat(200)}</w:document>` },
    ...more,
  ]);

export const openDocument = (kind: 'text' | 'spreadsheet', ...more: Member[]) =>
  zip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, method: 0 },
    { name: 'content.xml', content: '<?xml version="1.0"?><office:document-content/>' },
    { name: 'META-INF/manifest.xml', content: '<?xml version="1.0"?><manifest:manifest/>' },
    ...more,
  ]);
