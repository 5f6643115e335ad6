import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pdfActs } from '#functions/domain/documents/files/pdf.ts';
import { demoFile } from '../../../infra/local/demo/snapshot.ts';
import { compressedPdf, linearisedPdf, pdf } from '../../support/files/pdfs.ts';

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const encrypted = '/Encrypt 8 0 R';
const stored = (bytes: Buffer) => deflateSync(bytes, { level: 0 });

/** Nested object streams; each one contains all bytes up to the shared end. */
function sharedStreams(): Buffer {
  const head = (i: number) =>
    Buffer.from(`${i} 0 obj\n<< /Type /ObjStm /N 0 /First 0 /Filter /FlateDecode >>\nstream\n`);
  const empty = deflateSync('');
  const streams = Array.from({ length: 3 }, (_, i) => Buffer.concat([head(i + 1), empty]));
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...streams, Buffer.alloc(200_000), END_OF_PDF]);
}
const UNTYPED = { dictionary: '/Filter /FlateDecode' };
const replaced = (bytes: Buffer, from: RegExp, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
const untypedWith = (first: string) => replaced(compressedPdf(`/OpenAction ${SCRIPT}`, UNTYPED), /\/First \d+/, first);
const escapedFirst = () => replaced(compressedPdf(`/OpenAction ${SCRIPT}`, UNTYPED), /\/First/, '/F#69rst');
const END_OF_PDF = Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF\n');

const linkTo = (action: string) => `<< /Type /Annot /Subtype /Link /A ${action} >>`;
const external = (dictionary: string) => pdf('', [`<< /Length 0 ${dictionary} >>\nstream\n\nendstream`]);

describe('the browser preview of PDFs', () => {
  const PASSIVE = {
    'without compression': pdf(),
    'with objects in a compressed stream': compressedPdf(),
    linearised: linearisedPdf(),
    'with bookmarks, a form and metadata': pdf('/Outlines 6 0 R /AcroForm << /Fields [] >> /Metadata 7 0 R', [
      '<<>>',
      '<<>>',
    ]),
    'with a link to a page on the web': pdf('', [
      '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://firm.example/a) >> >>',
    ]),
    'with a link within itself': pdf('', ['<< /Type /Annot /Subtype /Link /A << /S /GoTo /D [3 0 R /Fit] >> >>']),
    'with a link to a host and port': pdf('', ['<< /S /URI /URI (firm.example:8080/x) >>']),
    'with a relative link whose query has a colon': pdf('', ['<< /S /URI /URI (terms?at=10:30) >>']),
    'with a base on the web': pdf('/URI << /Base (https://firm.example/) >>', ['<< /S /URI /URI (terms) >>']),
    'with links to people': pdf('', ['<< /S /URI /URI (mailto:a@firm.example) >>', '<< /S/URI/URI<74656c3a3031> >>']),
    'with a form that names its fonts': pdf('', [
      '<< /Subtype /Form /Resources << /Font << /F1 5 0 R /F2 5 0 R >> >> /Filter [/FlateDecode] /Length 0 >>\nstream\n\nendstream',
    ]),
    'with structure and a soft mask': pdf('', ['<< /S /P /P 6 0 R /A << /O /Layout >> >>', '<< /S /Luminosity >>']),
    'with an outline that mentions the end of an object': pdf('/Outlines 6 0 R', [
      '<< /First 7 0 R /Last 7 0 R >>',
      '<< /Title (A \\) stream) /First 8 0 R /Count 1 >>',
    ]),
    'with all kinds of structure': pdf('/StructTreeRoot 6 0 R /MarkInfo << /Marked true >>', [
      '<< /Type /StructTreeRoot /K 7 0 R /ClassMap << /A << /O /Layout >> >> /RoleMap << /S /Span /A /P >> >>',
      '<< /S /Own#20Style /P 6 0 R /A 8 0 R /K [<< /S /H1 /P 7 0 R /A [<< /O /Table /Scope /Row >> 0] >>] >>',
      '<< /O /Layout /Placement /Block /BBox [0 0 1 1.5] >>',
    ]),
    'with page labels': pdf('/PageLabels << /Nums [0 << /S /r /P (S-) >> 3 << /S /D >>] >>'),
    'for archiving': pdf('/OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) >>]'),
    'with transparency': pdf('', ['<< /Type /Page /Group << /S /Transparency /CS /DeviceRGB /I true >> >>']),
    'with a border and flags': pdf('', ['<< /Subtype /Link /F 4 /BS << /S /S >> /A << /S /GoTo /D (here) >> >>']),
    'with drawn letters': pdf('', ['<< /CharProcs << /A 7 0 R /S 7 0 R >> >>', '<< /Length 0 >>\nstream\n\nendstream']),
    'with linked outline entries': pdf('', [
      '<< /Title (a) /Next 7 0 R /A << /S /URI /URI (https://a.example/\\(b\\)) >> >>',
      '<< /Prev 6 0 R >>',
    ]),
    'with an incremental update': Buffer.concat([pdf(), pdf('/Lang (en)')]),
    'with a comment in an object': pdf('', ['<< /X % >> endobj /S /JS (x)\n1 >>']),
    'with deep arrays': pdf('', [`${'['.repeat(1000)}${']'.repeat(1000)}`]),
    'that spells the type of a compressed stream with escapes': compressedPdf('', {
      dictionary: '/Type /Obj#53tm /Filter /FlateDecode',
    }),
    'with text about scripts': pdf('', ['<< /Title (JavaScript, OpenAction and Launch) >>']),
    'with names that only begin like actions': pdf('/JavaScripts 1 /LaunchPad 2 /JSON (x) /AAA << >>'),
    'with a scan of four megabytes': pdf('', [
      `<< /Length 4000000 >>\nstream\n${randomBytes(4_000_000).toString('latin1')}\nendstream`,
    ]),
  };
  test.each(Object.entries(PASSIVE))('is allowed for a PDF %s', (_, bytes) => expect(pdfActs(bytes)).toBe(false));

  test('is allowed for a PDF of the demo firm', async () => {
    const file = await demoFile('Client engagement letter.pdf');
    expect(pdfActs(Buffer.from(await file.arrayBuffer()))).toBe(false);
  });
});

describe('the preview of active or unreadable PDFs', () => {
  const ACTIVE = {
    'runs a script when it opens': pdf(`/OpenAction ${SCRIPT}`),
    'refers to its open action': pdf('/OpenAction 6 0 R', ['[3 0 R /Fit]']),
    'contains named scripts': pdf('/Names << /JavaScript 6 0 R >>', ['<< /Names [(a) 7 0 R] >>', SCRIPT]),
    'escapes its names': pdf('/O#70enAction << /S /J#61v#61Script /J#53 (x) >>'),
    'acts when a page is opened': pdf('', ['<< /Type /Page /AA << /O 7 0 R >> >>']),
    'has a script in an indirect string': pdf('', ['<< /JS 7 0 R >>']),
    'starts a program': pdf('', ['<< /S /Launch /F (cmd.exe) >>']),
    'contains a file': pdf('/Names << /EmbeddedFiles 6 0 R >>'),
    'contains a file on a page': pdf('', ['<< /Subtype /FileAttachment /FS << /EF << /F 7 0 R >> >> >>']),
    'submits its form': pdf('', ['<< /S /SubmitForm /F (https://evil.example) >>']),
    'imports data': pdf('', ['<< /S /ImportData /F (x) >>']),
    'has an XML form': pdf('/AcroForm << /XFA 6 0 R >>'),
    'plays rich media': pdf('', ['<< /Subtype /RichMedia >>']),
    'acts from a compressed stream': compressedPdf(`/OpenAction ${SCRIPT}`),
    'acts from a compressed stream, with escapes': compressedPdf('/Open#41ction 5 0 R'),
    'acts from a compressed stream without a type': compressedPdf(`/OpenAction ${SCRIPT}`, UNTYPED),
    'escapes the offset of the first object in that stream': escapedFirst(),
    'refers to the offset of the first object in that stream': untypedWith('/First 9 0 R /X (>> endobj)'),
    'opens a file on another computer': pdf('', ['<< /S /GoToR /F (\\\\server\\share\\a.pdf) /D [0 /Fit] >>']),
    'escapes the type of a compressed stream': compressedPdf(`/OpenAction ${SCRIPT}`, {
      dictionary: '/Type /Obj#53tm /Filter /FlateDecode',
    }),
    'applies two filters to its objects': compressedPdf('', {
      dictionary: '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]',
    }),
    'compresses its objects with another filter': compressedPdf('', { dictionary: '/Type /ObjStm /Filter /LZWDecode' }),
    'applies a predictor to its objects': compressedPdf('', {
      dictionary: '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
    }),
    'keeps its objects in another file': compressedPdf('', { dictionary: '/Type /ObjStm /Filter /FlateDecode /F (x)' }),
    'shares the bytes of its object streams': sharedStreams(),
    'has damaged objects': compressedPdf('', { data: (plain) => deflateSync(plain).subarray(0, 20) }),
    'unpacks to more than the limit': compressedPdf('', { data: () => deflateSync(Buffer.alloc(17 * 1024 * 1024)) }),
    'encrypts its objects': compressedPdf('', { trailer: encrypted }),
    'has a password': pdf('', ['<< /Filter /Standard /V 4 >>'], '/Encrypt 6 0 R'),
    'has a comment before its script': pdf('', ['<< /S /Rendition /OP 0 /JS%x\n(app.alert\\(1\\)) >>']),
    'has comments with names before its script': pdf('', ['<< /T (/JS%) /AA%y /JS % /JS\r% x\n<<>> >>']),
    'has a comment before its action': pdf('', ['<< /S%x\n% /S\n/Named /N /Print >>']),
    'opens a thread of another file': pdf('', ['<< /S/Thread/F(\\\\evil\\a.pdf) >>']),
    'plays a sound': pdf('', ['<< /S /Sound /Sound 7 0 R >>']),
    'plays a film': pdf('', ['<< /Type /Annot /Subtype /Movie >>']),
    'contains a 3D model': pdf('', ['<< /Type /Annot /Subtype /3D >>']),
    'keeps a stream in another file': pdf('', ['<< /Length 0 /F%x\n(\\\\evil\\a) >>\nstream\n\nendstream']),
    'links to a file': pdf('', ['<< /S /URI /URI (file:///etc/passwd) >>']),
    'links to another computer': pdf('', ['<< /S /URI /URI (\\\\evil\\a) >>']),
    'links to a script in hex': pdf('', ['<< /S /URI /URI <6a6176617363726970743a78> >>']),
    'links to a scheme longer than twenty characters': pdf('', [`<< /S /URI /URI (${'x'.repeat(30)}:y) >>`]),
    'links to a scheme longer than any address': pdf('', [`<< /S /URI /URI (${'x'.repeat(3000)}:y) >>`]),
    'has relative links to files': pdf('/URI << /Base (file:///etc/) >>', ['<< /S /URI /URI (passwd) >>']),
    'has relative links to files, in hex': pdf('/URI << /Base%x\n<66696c653a2f> >>'),
    'refers to the address of a link': pdf('', ['<< /S /URI /URI 7 0 R >>']),
    'has an unknown action': pdf('', [linkTo('<< /S /Foo >>')]),
    'refers to an unknown action': pdf('', [linkTo('7 0 R'), '<< /S /Foo >>']),
    'refers to an unknown action through another object': pdf('', [linkTo('7 0 R'), '8 0 R', '<< /S /Foo >>']),
    'has an unknown action in an earlier copy': Buffer.concat([
      pdf('', [linkTo('7 0 R'), '<< /S /Foo >>']),
      pdf('', ['1', '<<>>']),
    ]),
    'has an unknown action in a compressed stream': compressedPdf(linkTo('<< /S /Foo >>').slice(2, -2)),
    'refers to the kind of an action': pdf('', [linkTo('<< /S 7 0 R >>'), '/GoTo']),
    'defines the kind of an action in a separate object': pdf('', ['/Rendition']),
    'has two kinds for one action': pdf('', [linkTo('<< /S /GoTo /S /Foo >>')]),
    'has an unknown action after a link': pdf('', [linkTo('<< /S /GoTo /D [0] /Next [<< /S /Foo >>] >>')]),
    'has an unknown action on a navigation node': pdf('', ['<< /Type /NavNode /NA << /S /Foo >> >>']),
    'refers to a missing action': pdf('', [linkTo('70 0 R')]),
    'hides an action behind an escape in a comment': pdf('', ['<< /S%#0ay\n/Rendition >>']),
    'hides a script behind white space that only PDFium accepts': pdf('', ['<< /JS\x80(x) >>']),
    'has a bad escape in a name': pdf('', ['<< /J#5Z (x) >>']),
    'keeps a stream in another file, after a long value': external(`/F (a) /X (${'x'.repeat(4000)})`),
    'keeps a stream in another file, after a string': external('/F (a) /X (obj)'),
    'shows a page of another file': external('/Subtype /Form /Ref << /F (a.pdf) /Page 0 >>'),
    'refers to the offset of the first object, before a long value': untypedWith(
      `/First 9 0 R /X (${'x'.repeat(4000)})`,
    ),
    'has two offsets of the first object': untypedWith('/First 10 /First 20'),
    'has an unterminated string': pdf('', ['<< /X (a >>']),
    'has an invalid value': pdf('', ['<< /X y >>']),
    'has unbalanced brackets': pdf('', ['<< /X [1 >> ]']),
    'hides the number of an object behind a comment': replaced(pdf('', ['<<>>']), /6 0 obj/, '6 0%\nobj'),
    'links to a script with escapes': pdf('', ['<< /URI (java\\163cript:x) >>']),
    'links to another computer in UTF-16': pdf('', ['<< /URI <feff002f002f0065> >>']),
    'is truncated': pdf().subarray(0, -30),
    'has only its first line': Buffer.from('%PDF-1.7\n'),
  };
  test.each(Object.entries(ACTIVE))('is prevented for a PDF that %s', (_, bytes) => expect(pdfActs(bytes)).toBe(true));

  test('is prevented for a PDF that stores its objects uncompressed', () =>
    expect(pdfActs(compressedPdf(`/OpenAction ${SCRIPT}`, { data: stored }))).toBe(true));
});

const MB4 = 4 * 1024 * 1024;
test.each<[string, boolean]>([
  ['stream\n', false],
  ['/URI<78', false],
  ['1 0 obj<</URI<78>>>endobj\n', false],
  ['1 0 obj(', true],
  ['1 0 obj%', true],
  ['1 0 obj<</A[1 0 R]/Next 1 0 R>>', true],
  ['/JS%', false],
  ['/S%/S\n', false],
  ['/URI (x', false],
  ['1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n', true],
  [compressedPdf().toString('latin1'), true],
  ['#41', true],
  ['/JS /AA ', false],
  ['/AA 1 1 1 ', false],
  [`/JS${' '.repeat(1000)}`, false],
  ['startxref 1 ', false],
  ['/First 1 0 R(', false],
  ['1 0 obj<</First 1 0 R>>endobj\n', false],
])('the inspection of a hostile PDF ends with four megabytes of %.50j', (text, isKept) =>
  expect(pdfActs(Buffer.concat([Buffer.from(text.repeat(MB4 / text.length), 'latin1'), pdf()]))).toBe(isKept),
);
