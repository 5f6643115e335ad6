import { gzipSync } from 'node:zlib';
import { type Member, office, openDocument, tar, zip } from './archives.ts';
import { compoundFile } from './compound-files.ts';
import { pdf } from './pdfs.ts';

// Files that were made to keep a function busy. Each takes the number of bytes that the check has to read.

interface Hostile {
  name: string;
  make: (size: number) => Buffer;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const fill = (text: string, size: number) => Buffer.alloc(size, text, 'latin1');

/** Returns `text` repeated to a size, between a beginning and an end. */
const repeated =
  (name: string, text: string, before = '', after = ''): (() => Hostile) =>
  () => ({ name, make: (size) => Buffer.concat([latin1(before), fill(text, size), latin1(after)]) });

/** Bytes that do not compress, so that an archive stays below the limit of 100 times its size. */
const noise = (size: number) => {
  const bytes = Buffer.alloc(size);
  for (let at = 0, state = 1; at < size; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};
const padding = (size: number): Member => ({ name: 'pad.txt', content: noise(Math.ceil(size / 95)), method: 0 });

const packed =
  (inner: string, text: string, before = '', after = ''): (() => Hostile) =>
  () => ({
    name: 'papers.zip',
    make: (size) =>
      zip([{ name: inner, content: Buffer.concat([latin1(before), fill(text, size), latin1(after)]) }, padding(size)]),
  });

const inWord =
  (text: string): (() => Hostile) =>
  () => ({
    name: 'letter.docx',
    make: (size) =>
      office(
        'docx',
        { name: 'word/a.xml', content: Buffer.concat([latin1('<w:hdr><w:instrText/>'), fill(text, size)]) },
        padding(size),
      ),
  });
const inTable =
  (text: string): (() => Hostile) =>
  () => ({
    name: 'table.ods',
    make: (size) =>
      openDocument(
        'spreadsheet',
        { name: 'b/content.xml', content: Buffer.concat([latin1('<o:document-content>'), fill(text, size)]) },
        padding(size),
      ),
  });

const OPEN = '<document-content><a href ';
const FIELD = '<w:fldChar w:fldCharType="begin"/>';
const END64 = `PK\x05\x06${'\0'.repeat(8)}${'\xff'.repeat(8)}\0\0`;
const small = () => zip([{ name: 'a.txt', content: 'x' }]);

const many = <T>(count: number, member: (i: number) => T) => Array.from({ length: count }, (_, i) => member(i));

const HOSTILE: Record<string, () => Hostile> = {
  'a name of an attribute without an end': repeated('a.fodt', 'a', OPEN, '>'),
  'the same in an archive': packed('a.xml', 'a', OPEN, '>'),
  'names of attributes before blanks': repeated('a.fodt', `${'a'.repeat(64)}${' '.repeat(4000)}`, OPEN, '>'),
  'prefixes of attributes': repeated('a.fodt', 'a:', OPEN, '>'),
  'attributes without values': repeated('a.fodt', 'a= ', OPEN, '>'),
  'empty attributes': repeated('a.fodt', 'href="" ', OPEN, '>'),
  'one long value': repeated('a.fodt', 'file:///', `${OPEN}="`, '"/>'),
  'elements without an end': repeated('a.fodt', '<a href="x" ', OPEN),
  relationships: repeated('a.xml', '<Relationship Type="b" ', '<r>'),
  'quotes of two kinds': repeated('a.fodt', `<a "<a '`, OPEN),
  'comments without an end': repeated('a.fodt', '<!--', `${OPEN}/>`),
  'CDATA without an end': repeated('a.fodt', '<![CDATA[', `${OPEN}/>`),
  'entities without an end': repeated('a.fodt', '&#6', `${OPEN}/>`),
  'instructions without an end': repeated('a.fodt', '<?', `${OPEN}/>`),
  'prefixes of elements': repeated('a.fodt', '<a:', `${OPEN}/>`),
  'a name of an element': repeated('a.fodt', 'a', `${OPEN}/><`),
  'only starts of elements': repeated('a.fodt', '<', `${OPEN}/>`),
  'open fields': inWord(FIELD),
  'fields that open and close': inWord(`${FIELD}<w:fldChar w:fldCharType="end"/>`),
  'one long field': inWord('<w:instrText>INCLUDETEXT file:/</w:instrText>'),
  'small elements': inWord('<a>b</a>'),
  'elements with attributes to read': inTable('<c href="a" b="c" d="e"/>'),
  'XML in 16 bits': packed('a.xml', '<\0a\0>\0b\0', '\xff\xfe<\0a\0 \0h\0r\0e\0f\0>\0'),
  blanks: repeated('a.txt', ' '),
  zeros: packed('a.txt', '\0'),
  'comments around a page': repeated('a.txt', '<a-', '<!--'),
  'groups of rich text': repeated('a.rtf', '{', '{\\rtf1 '),
  'fields of rich text': repeated('a.rtf', '{\\fldinst ', '{\\rtf1 '),
  'fields of rich text in an archive': packed('a.rtf', '{\\fldinst ', '{\\rtf1 '),
  'templates of rich text': repeated('a.rtf', '{\\*\\template a', '{\\rtf1 '),
  'ends of groups': repeated('a.rtf', '}', '{\\rtf1 {\\fldinst '),
  backslashes: repeated('a.rtf', '\\', '{\\rtf1 {\\fldinst '),
  'words of rich text': repeated('a.rtf', '\\a', '{\\rtf1 {\\fldinst '),
  'fields that end in rich text': repeated('a.rtf', '{\\fldinst a}', '{\\rtf1 {\\fldinst '),
  'escapes of rich text': repeated('a.rtf', "\\'41", '{\\rtf1 {\\fldinst '),
  'characters of rich text': repeated('a.rtf', '\\u6?', '{\\rtf1 {\\fldinst '),
  'binary data of rich text': repeated('a.rtf', '\\bin1', '{\\rtf1 {\\fldinst '),
  'one long field of rich text': repeated('a.rtf', 'INCLUDETEXT file:/', '{\\rtf1 {\\fldinst ', '}'),
  'long names in an archive': () => ({
    name: 'papers.zip',
    make: (size) =>
      zip(
        many(Math.max(1, Math.floor(size / 130_000)), (i) => ({ name: `${i}${'\x80'.repeat(32_000)}`, content: '' })),
      ),
  }),
  'ends of an archive with 64 bits': () => ({
    name: 'papers.bin',
    make: (size) => Buffer.concat([noise(size), Buffer.alloc(999 * END64.length, END64, 'latin1')]),
  }),
  'archives after one another, each with such ends': () => ({
    name: 'papers.bin',
    make: (size) => {
      const one = Buffer.concat([small(), Buffer.alloc(500 * END64.length, END64, 'latin1'), noise(1000)]);
      return Buffer.concat([
        noise(500),
        ...Array.from({ length: Math.max(1, Math.floor(size / one.length)) }, () => one),
      ]);
    },
  }),
  'headers of an archive': repeated('a.bin', `PK\x03\x04${'\0'.repeat(22)}\xff\xffa`),
  'files just below the limit of 100 times': () => ({
    name: 'papers.zip',
    make: (size) =>
      zip([...many(8, (i) => ({ name: `${i}.txt`, content: Buffer.alloc(Math.ceil(size / 8)) })), padding(size)]),
  }),
  'archives in archives': () => ({
    name: 'papers.zip',
    make: (size) => {
      const inner = zip([{ name: 'a.xml', content: fill('<a href>', size) }]);
      return zip([{ name: 'b.zip', content: zip([{ name: 'a.zip', content: inner }]) }, padding(size)]);
    },
  }),
  'gzip in gzip': () => ({
    name: 'a.bin',
    make: (size) => Buffer.concat([gzipSync(gzipSync(gzipSync(Buffer.alloc(size)))), noise(Math.ceil(size / 95))]),
  }),
  'names in tar': () => ({
    name: 'a.tar',
    make: (size) =>
      tar(many(500, (i) => ({ name: `${i}`, type: i % 2 ? '0' : 'L', content: fill('.', Math.ceil(size / 500)) }))),
  }),
  'marks of macro sheets': repeated('a.xls', '\x85\0\0\0', `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}`),
  'lines of a mail': repeated('a.eml', '\n', 'MIME-Version: 1.0\nContent-Type: text/plain\n\n'),
  'headers of a mail': repeated('a.eml', 'a:\n', 'MIME-Version: 1.0\n'),
  'parameters of a mail': repeated('a.eml', ';x="\\"', 'MIME-Version: 1.0\nContent-Type: a/b'),
  'encoded words of a mail': repeated('a.eml', '=?a?b?', 'MIME-Version: 1.0\nContent-Type: a/b;name="'),
  'boundaries of a mail': repeated(
    'a.eml',
    '\n--b ',
    'MIME-Version: 1.0\nContent-Type: multipart/mixed;boundary=b\n\n',
  ),
  'multiparts in multiparts': repeated(
    'a.eml',
    '\n--b\nContent-Type: multipart/mixed;boundary=b\n\n',
    'MIME-Version: 1.0\nContent-Type: multipart/mixed;boundary=b\n\n',
  ),
  'parts of a mail': repeated('a.eml', '--b\n\n', 'MIME-Version: 1.0\nContent-Type: multipart/mixed;boundary=b\n\n'),
  'sectors of a compound file': repeated(
    'a.doc',
    '\x01\0\0\0',
    `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(22)}\x09\0\x06\0`,
  ),
  'small streams in a compound file': () => ({
    name: 'a.msg',
    make: (size) =>
      compoundFile(many(Math.min(20_000, Math.ceil(size / 200)), (i) => ({ name: `${i}`, content: latin1('x') }))),
  }),
  'objects of rich text': repeated('a.rtf', '{\\objdata 01}', '{\\rtf1 '),
  'one long object of rich text': repeated('a.rtf', '01 ', '{\\rtf1 {\\objdata ', '}'),
  'files attached to a PDF': repeated(
    'a.pdf',
    '<</EF<</F 1 0 R>>/F(a)>>',
    '%PDF-1.7\n1 0 obj<</Length 1>>stream\n1 endobj\n2 0 obj[',
    ']endobj\nstartxref\n0\n%%EOF\n',
  ),
  'values in a PDF': repeated('a.pdf', '1 ', '%PDF-1.7\n1 0 obj[', ']endobj\nstartxref\n0\n%%EOF\n'),
  'deep values in a PDF': repeated('a.pdf', '[', '%PDF-1.7\n1 0 obj', 'startxref\n0\n%%EOF\n'),
  'objects in a PDF': repeated('a.pdf', '1 0 obj<</A[1 0 R]/Next 1 0 R>>', '%PDF-1.7\n', 'startxref\n0\n%%EOF\n'),
  'escapes in a PDF': repeated('a.pdf', '#41', '%PDF-1.7\n', pdf().toString('latin1')),
  'frames of a GIF': repeated('a.gif', ',\0\0\0\0\x01\0\x01\0\0\x02\0', 'GIF89a\x01\0\x01\0\0\0\0', ';'),
  'segments of a JPEG': repeated('a.jpg', '\xff\xc0\0\x0b\x08\0\x01\0\x01', '\xff\xd8'),
  'chunks of a WebP': repeated('a.webp', 'VP8X\0\0\0\0', 'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0'),
};

/** Returns each hostile file, with what it has too much of. */
export const hostileFiles = (): { about: string; name: string; make: (size: number) => Buffer }[] =>
  Object.entries(HOSTILE).map(([about, of]) => ({ about, ...of() }));
