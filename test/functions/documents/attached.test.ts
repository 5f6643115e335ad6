import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { office, zip } from '../../support/files/archives.ts';
import { type CompoundEntry, compoundFile } from '../../support/files/compound-files.ts';
import { EXE, latin1, refuses, refusesName, refusesWithin } from '../../support/files/file-checks.ts';
import { compressedPdf, pdf } from '../../support/files/pdfs.ts';

const PDF = pdf();
const PROGRAM = /holds a program/;
const BOOK = office('xlsx');
const MACROS = office('docx', { name: 'word/vbaProject.bin', content: 'x' });

/** An old Office document with embedded objects, each in its storage. */
const withObjects = (main: string, ...objects: CompoundEntry[][]) =>
  compoundFile([
    { name: main, content: Buffer.alloc(9000, 'text ') },
    { name: '\x05SummaryInformation', content: Buffer.alloc(300, 1) },
    { name: 'ObjectPool', children: objects.map((children, i) => ({ name: `_${i}`, children })) },
  ]);
const CHART = [
  { name: '\x01CompObj', content: Buffer.alloc(100) },
  { name: 'Workbook', content: Buffer.alloc(5000, 9) },
];
const PACKAGE = [{ name: '\x01Ole10Native', content: Buffer.concat([Buffer.alloc(40), EXE]) }];

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
/** An Outlook message with an attachment. */
const message = (name: string, content: Buffer) =>
  compoundFile([
    { name: '__properties_version1.0', content: Buffer.alloc(64) },
    { name: '__substg1.0_1000001F', content: utf16('Dear Ann') },
    {
      name: '__attach_version1.0_#00000000',
      children: [
        { name: '__substg1.0_3704001F', content: utf16(name.slice(-12)) },
        { name: '__substg1.0_3707001F', content: utf16(name) },
        { name: '__substg1.0_37010102', content },
      ],
    },
  ]);

const rich = (objectClass: string, data: Buffer) => {
  const length = (text: string) => Buffer.from([text.length + 1, 0, 0, 0]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const head = [
    Buffer.from('0105000002000000', 'hex'),
    length(objectClass),
    latin1(`${objectClass}\0`),
    Buffer.alloc(8),
    size,
  ];
  const hex = Buffer.concat([...head, data])
    .toString('hex')
    .replace(/(.{64})/g, '$1\r\n');
  return latin1(`{\\rtf1 {\\object\\objemb{\\*\\objclass ${objectClass}}{\\*\\objdata ${hex}}{\\result a}}}`);
};

describe('an Office document with embedded objects', () => {
  test.each<[string, string, Buffer]>([
    ['a chart', 'letter.doc', withObjects('WordDocument', CHART)],
    ['a workbook of today', 'letter.doc', withObjects('WordDocument', [{ name: 'Package', content: BOOK }])],
    ['a PDF', 'table.xls', withObjects('Workbook', [{ name: 'CONTENTS', content: PDF }])],
    ['a picture', 'letter.doc', withObjects('WordDocument', [{ name: 'Data', content: latin1('\x89PNG\r\n\x1a\n') }])],
    [
      'an old workbook',
      'letter.docx',
      office('docx', { name: 'word/embeddings/oleObject1.bin', content: withObjects('Workbook') }),
    ],
    ['a workbook, in rich text', 'letter.rtf', rich('Excel.Sheet.8', withObjects('Workbook', CHART))],
    ['a picture, in rich text', 'letter.rtf', rich('PBrush', latin1('BM6\0\0\0'))],
    [
      'a workbook, in an archive',
      'a.zip',
      zip([{ name: 'a.doc', content: withObjects('WordDocument', [{ name: 'Package', content: BOOK }]) }]),
    ],
  ])('is accepted with %s', async (_, name, bytes) =>
    expect(await checkFile(name, bytes)).toMatchObject({ preview: false }),
  );

  test.each<[string, Buffer]>([
    ['letter.doc', withObjects('WordDocument', CHART, PACKAGE)],
    ['letter.docx', office('docx', { name: 'word/embeddings/oleObject1.bin', content: compoundFile(PACKAGE) })],
    ['letter.rtf', rich('Package', EXE)],
    ['letter.rtf', rich('Word.Document.8', withObjects('WordDocument', PACKAGE))],
  ])('is rejected with a package: %s', (name, bytes) => refuses('hidden')(name, bytes));

  test('is rejected with macros or a program in an object', async () => {
    const book = withObjects('WordDocument', [{ name: 'Package', content: MACROS }]);
    await refusesWithin(book, /holds an Office document with macros/, 'letter.doc');
    await refusesWithin(withObjects('WordDocument', [{ name: 'Data', content: EXE }]), PROGRAM, 'letter.doc');
    await refusesWithin(rich('Word.Document.8', EXE), PROGRAM, 'letter.rtf');
  });

  test('is rejected if its sectors lead in a circle or out of the file', async () => {
    for (const next of [0, 0xffff]) {
      const bytes = withObjects('WordDocument');
      // The first entry of the table of sectors, which is the last sector.
      bytes.writeUInt32LE(next, bytes.length - 512);
      await refuses('hidden')('letter.doc', bytes);
    }
  });
});

describe('an Outlook message', () => {
  test('is accepted with documents', async () => {
    for (const content of [PDF, BOOK, latin1('a text'), message('letter.pdf', PDF)])
      expect(await checkFile('mail.msg', message('letter.pdf', content))).toMatchObject({
        type: 'application/vnd.ms-outlook',
      });
  });

  test('is rejected with a program by its name or by its bytes', async () => {
    await refusesWithin(message('invoice.exe', PDF), PROGRAM, 'mail.msg');
    await refusesWithin(message('invoice.pdf', EXE), PROGRAM, 'mail.msg');
    await refusesWithin(message('a.zip', zip([{ name: 'run.js', content: 'x' }])), PROGRAM, 'mail.msg');
  });
});

describe('a mail', () => {
  const HEADERS = 'Received: by a.example\r\nFrom: a@b.example\r\nTo: c@d.example\r\nMIME-Version: 1.0\r\n';
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/(.{76})/g, '$1\r\n');
  const part = (headers: string, body: string) => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
  const attached = (name: string, bytes: Buffer) =>
    part(
      `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; ${name}`,
      base64(bytes),
    );
  const mail = (...parts: string[]) =>
    latin1(
      `${HEADERS}Content-Type: multipart/mixed;\r\n boundary="b"\r\n\r\npreamble\r\n${part('Content-Type: text/plain', 'Dear Ann')}${parts.join('')}--b--\r\n`,
    );

  test('is accepted with documents, pages of its own and forwarded mails', async () => {
    const inner = mail(attached('filename="a.pdf"', PDF))
      .toString('latin1')
      .replaceAll('--b', '--c')
      .replace('"b"', 'c');
    for (const bytes of [
      latin1(`${HEADERS}\r\nDear Ann`),
      mail(attached('filename="letter.pdf"', PDF), attached('filename="table.xlsx"', BOOK)),
      mail(
        part(
          'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
          '<html><a href=3D"x">=\r\ny</a>',
        ),
      ),
      mail(part('Content-Type: message/rfc822', inner)),
    ])
      expect(await checkFile('mail.eml', bytes)).toMatchObject({ preview: false });
  });

  const NAMES = [
    'filename=x.exe',
    'filename="x.exe"',
    'filename="=?utf-8?B?eC5leGU=?="',
    'filename="=?utf-8?Q?x=2Eexe?="',
    "filename*=utf-8''x%2Eexe",
    "filename*0*=utf-8''x.; filename*1=exe",
    'filename="x.pdf"; name="x.pdf"\r\nContent-Type: a/b; name=x.exe',
  ];
  test.each(NAMES)('is rejected with the name of a program: %s', (name) =>
    name.includes('a/b')
      ? refuses('hidden')('mail.eml', mail(attached(name, PDF)))
      : refusesWithin(mail(attached(name, PDF)), PROGRAM, 'mail.eml'),
  );

  test.each<[string, Buffer]>([
    ['in base64', mail(attached('filename="a.pdf"', EXE))],
    ['in quoted-printable', mail(part('Content-Transfer-Encoding: quoted-printable', 'MZ=90=00=03=00=00=00'))],
    ['in an archive', mail(attached('filename="a.zip"', zip([{ name: 'a.pdf', content: EXE }])))],
    [
      'in a forwarded mail',
      mail(part('Content-Type: message/rfc822', `Content-Transfer-Encoding: base64\r\n\r\n${base64(EXE)}`)),
    ],
    [
      'in the text of an old program',
      mail(part('Content-Type: text/plain', 'a\r\nbegin 644 x.exe\r\n#0V%T\r\n`\r\nend')),
    ],
    ['after a wrong boundary', latin1(`${HEADERS}Content-Type: text/plain\r\n\r\n--b\r\n\r\n${base64(EXE)}`)],
  ])('is rejected with a program %s', (_, bytes) => refusesWithin(bytes, PROGRAM, 'mail.txt'));

  test('is rejected if readers could read it in two ways', async () => {
    await refuses('hidden')('mail.eml', latin1(`${HEADERS}Content-Type: multipart/mixed\r\n\r\nx`));
    await refuses('hidden')('mail.eml', mail(part('Content-Transfer-Encoding: x-own', 'x')));
  });
});

describe('a PDF with attached files', () => {
  const withFile = (name: string, content: Buffer, filter = '/Filter /FlateDecode') => {
    const data = filter ? deflateSync(content) : content;
    return pdf('/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>', [
      `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 7 0 R >> >>`,
      `<< /Type /EmbeddedFile ${filter} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`,
    ]);
  };

  test('is accepted with documents, for download only', async () => {
    for (const bytes of [withFile('invoice.xml', latin1('<a/>')), withFile('a.pdf', PDF, ''), withFile('a.xlsx', BOOK)])
      expect(await checkFile('a.pdf', bytes)).toEqual({ type: 'application/pdf', preview: false });
  });

  test('is rejected with a program by its name or by its bytes', async () => {
    await refusesWithin(withFile('x.exe', latin1('x')), PROGRAM, 'a.pdf');
    for (const filter of ['', '/Filter /FlateDecode'])
      await refusesWithin(withFile('a.txt', EXE, filter), PROGRAM, 'a.pdf');
    await refusesWithin(withFile('a.docx', MACROS), /macros/, 'a.pdf');
  });

  test('is rejected if an attached file cannot be read', async () => {
    await refuses('hidden')('a.pdf', withFile('a.txt', EXE, '/Filter /LZWDecode'));
    await refuses('hidden')(
      'a.pdf',
      compressedPdf('/X << /EF << /F 70 0 R >> >>', { trailer: '/EmbeddedFiles 1 0 R' }),
    );
    await refuses('hidden')('a.pdf', Buffer.concat([withFile('a.txt', EXE).subarray(0, -40)]));
  });
});

test('the settings of a folder are rejected', async () => {
  await refuses('shortcut')('Desktop.ini', latin1('[.ShellClassInfo]'));
  await refusesWithin(zip([{ name: 'a/desktop.ini', content: 'x' }]), /holds a shortcut/);
  await refusesName('program', 'inf')('autorun.inf', latin1('x'));
});
