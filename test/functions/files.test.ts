import { deflateRawSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { checkFile } from '#functions/core/files/check.ts';
import { REFUSALS, type RefusalKind } from '#functions/core/files/refusals.ts';
import { demoFile } from '../../infra/local/demo-files.ts';
import { compound, office, openDocument, tar, zip } from '../support/archives.ts';
import { compressedPdf, pdf } from '../support/pdfs.ts';

// Which files are refused, which are kept, and as what (contract, Documents).

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const hex = (digits: string) => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(600)]);
const PDF = pdf();
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const EXE = Buffer.concat([latin1('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0'), Buffer.alloc(200)]);

const refusalOf = (name: string, bytes: Buffer) =>
  checkFile(name, bytes).then(
    (kind) => kind,
    (error: { status: number; fields: Record<string, string>; message: string }) => {
      expect([error.status, error.fields]).toEqual([400, { file: error.message }]);
      return error.message;
    },
  );
const refuses = (kind: RefusalKind) => async (name: string, bytes: Buffer) =>
  expect(await refusalOf(name, bytes), name).toBe(REFUSALS[kind]);
/** Refused for what a file holds, which the sentence says. */
const refusesWithin = async (bytes: Buffer, what: RegExp, name = 'papers.zip') =>
  expect(await refusalOf(name, bytes)).toMatch(what);

describe('a name that a machine would run is refused, whatever the file holds', () => {
  test.each(
    `exe dll com scr pif cpl bat cmd ps1 psm1 vbs vbe js mjs jse wsf wsh hta jar class apk ipa app sh bash reg inf gadget msc
    py pl rb php`.split(/\s+/),
  )('.%s', (extension) => refuses('program')(`letter.${extension}`, PDF));
  test.each('lnk url scf webloc desktop website'.split(' '))('.%s', (extension) =>
    refuses('shortcut')(`letter.${extension}`, PDF),
  );
  test.each('msi dmg pkg deb rpm iso img vhd vhdx msix'.split(' '))('.%s', (extension) =>
    refuses('disk')(`letter.${extension}`, PDF),
  );
  test.each('html htm xhtml xht shtml mhtml mht svg svgz'.split(' '))('.%s', (extension) =>
    refuses('page')(`letter.${extension}`, PDF),
  );
  test.each('docm dotm xlsm xltm xlam pptm potm ppam ppsm xla'.split(' '))('.%s', (extension) =>
    refuses('macros')(`letter.${extension}`, PDF),
  );

  test.each([
    'invoice.pdf.exe',
    'INVOICE.EXE',
    'invoice.exe ',
    'invoice.exe...',
    'invoice.exe. . ',
    'invoice.exe\u00a0',
    'invoice.exe\u200b',
    'invoice.e\u200dxe',
    'invoice.exe\u3164',
    'invoice\uff0eexe',
    'invoice.\uff45\uff58\uff45',
    'invoice\u202efdp.exe',
    'invoice.exe:pdf',
    'invoice.exe::$DATA',
    'invoice.exe:a.pdf',
    '.exe',
  ])('%j', (name) => refuses('program')(name, PDF));

  test.each([
    'exe',
    'letter.exe.pdf',
    'letter exe',
    'a.execution',
    'letter.com.pdf',
    'e.x.e.pdf',
    'Re: 12.05.2026.pdf',
  ])('%j is no such name', async (name) =>
    expect(await checkFile(name, PDF)).toMatchObject({ type: 'application/pdf' }),
  );
});

describe('what the bytes show to be a program is refused, whatever its name', () => {
  test.each<[string, Buffer, RefusalKind]>([
    ['Windows', EXE, 'program'],
    ['Linux', hex('7f454c46020101'), 'program'],
    ['macOS', hex('cffaedfe07000001'), 'program'],
    ['macOS of two kinds, or Java', hex('cafebabe00000002'), 'program'],
    ['Android', hex('6465780a30333500'), 'program'],
    ['the web', hex('0061736d01000000'), 'program'],
    ['a shell', latin1('#!/bin/sh\nrm -rf ~\n'), 'program'],
    ['a shell, after a mark', latin1('\xef\xbb\xbf#! /usr/bin/env python3\n'), 'program'],
    ['a shortcut', hex('4c0000000114020000000000c000000000000046'), 'shortcut'],
    ['an installer', compound(['Property'], { classId: '84100c0000000000c000000000000046' }), 'disk'],
    ['a disk of macOS', Buffer.concat([Buffer.alloc(2048), latin1('koly'), Buffer.alloc(508)]), 'disk'],
    ['a CD', Buffer.concat([Buffer.alloc(0x8001), latin1('CD001'), Buffer.alloc(2048)]), 'disk'],
    [
      'a package of Debian',
      latin1('!<arch>\ndebian-binary   1410122664  0     0     100644  4         `\n2.0\n'),
      'disk',
    ],
    ['a package of Red Hat', hex('edabeedb03000000'), 'disk'],
    ['a Flash film', latin1('CWS\x0a\x10\0\0\0abc'), 'program'],
    ['an extension of Chrome', latin1('Cr24\x03\0\0\0abc'), 'program'],
  ])('for %s', (_, bytes, kind) => refuses(kind)('letter.pdf', bytes));

  test('a text that only begins like one is kept', async () => {
    for (const text of ['MZ is what they call Mozambique', '# A heading', 'BMW lease, three years', 'dexterity', 'L'])
      expect(await checkFile('notes.txt', latin1(text))).toEqual({ type: 'text/plain', preview: true });
  });
});

test.each(['', '\r\n', ' \t\n'])('the EICAR test file is refused, with %j after it', async (after) => {
  for (const name of ['eicar.com.txt', 'statement.pdf']) await refuses('virus')(name, latin1(EICAR + after));
  await refusesWithin(zip([{ name: 'statement.pdf', content: EICAR + after }]), /virus test file/);
});

describe('web pages and drawings are refused, whatever their name', () => {
  test.each([
    '<!doctype html><script>alert(1)</script>',
    '\xef\xbb\xbf\r\n  <HTML lang="en">',
    '<!-- a comment --><html>',
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>',
    '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"/>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?>\n<!-- Made by a tool -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY a "b">]>\n<svg>',
    '<!DOCTYPE x [<!ENTITY a "]>">]><s:svg>',
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="//evil.example">',
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<html>',
  ])('%j', async (content) => {
    for (const name of ['statement.pdf', 'notes.txt', 'photo.jpg']) await refuses('page')(name, latin1(content));
    await refuses('page')('notes.txt', Buffer.from(`\ufeff${content.replace('\xef\xbb\xbf', '')}`, 'utf16le'));
  });

  test.each([
    ['data.xml', '<?xml version="1.0"?><title>Plans</title>', 'application/xml'],
    ['data.xml', '<?xml version="1.0"?><!DOCTYPE plans><plans><html/></plans>', 'application/xml'],
    ['notes.md', '<!-- for myself -->\n# Pensions', 'text/plain'],
    ['notes.txt', 'My <script> is bad', 'text/plain'],
    ['notes.txt', '<ruth@firm.example> wrote:', 'text/plain'],
    ['data.json', '{"html": "<html>"}', 'application/octet-stream'],
    [
      'mail.eml',
      'From: a@b.example\r\nTo: c@d.example\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b',
      undefined,
    ],
  ])('%s of %j is none', async (name, content, type) =>
    expect(await checkFile(name, latin1(content))).toMatchObject({ ...(type && { type }) }),
  );
});

describe('Office documents with macros are refused, whatever their name', () => {
  const sheet = (kind: number) => Buffer.from([0x85, 0, 14, 0, 1, 2, 3, 4, 0, kind, 6, 0, ...latin1('Sheet1')]);
  test.each<[string, Buffer]>([
    ['letter.docx', office('docx', { name: 'word/vbaProject.bin', content: 'x' })],
    ['letter.xlsb', office('xlsx', { name: 'xl/vbaProject.bin', content: 'x' })],
    ['letter.xlsx', office('xlsx', { name: 'XL/VBAPROJECT.BIN', content: 'x' })],
    ['letter.xlsx', office('xlsx', { name: 'xl/macrosheets/sheet1.xml', content: 'x' })],
    ['letter.docx', office('docm')],
    ['letter.pdf', office('docm')],
    ['letter.doc', compound(['WordDocument', 'Macros', 'VBA', '_VBA_PROJECT'])],
    ['table.xls', compound(['Workbook', '_VBA_PROJECT_CUR'])],
    ['table.xls', compound(['Workbook'], { content: sheet(1) })],
    [
      'slides.ppt',
      compound(['PowerPoint Document'], { content: Buffer.from('1f00ff0314000000020000040c00000001000000', 'hex') }),
    ],
    ['letter.odt', openDocument('text', { name: 'Basic/Standard/Module1.xml', content: 'x' })],
    ['table.ods', openDocument('spreadsheet', { name: 'Scripts/python/x.txt', content: 'x' })],
    ['letter.xml', latin1('<?xml version="1.0"?><w:wordDocument w:macrosPresent="yes"/>')],
    ['letter.fodt', latin1('<?xml version="1.0"?><office:document><script:module script:name="a"/></office:document>')],
  ])('%s', (name, bytes) => refuses('macros')(name, bytes));

  test('also within an archive', async () => {
    const docm = office('docx', { name: 'word/vbaProject.bin', content: 'x' });
    await refusesWithin(zip([{ name: 'a.docx', content: docm }]), /holds an Office document with macros/);
    await refusesWithin(zip([{ name: 'a.xls', content: compound(['VBA']) }]), /holds an Office document with macros/);
  });

  test.each<[string, Buffer, string]>([
    ['letter.doc', compound(['WordDocument', '1Table']), 'application/msword'],
    ['table.xls', compound(['Workbook'], { content: sheet(0) }), 'application/vnd.ms-excel'],
    ['mail.msg', compound(['__properties_version1.0']), 'application/vnd.ms-outlook'],
    ['anything', compound(['Contents']), 'application/octet-stream'],
    [
      'letter.odt',
      openDocument('text', { name: 'Configurations2/accelerator/current.xml', content: '' }),
      'application/vnd.oasis.opendocument.text',
    ],
    [
      'scripts.zip',
      zip([
        { name: 'Scripts/Act one.txt', content: 'x' },
        { name: 'Basic/facts.txt', content: 'x' },
      ]),
      'application/zip',
    ],
  ])('%s without any is kept', async (name, bytes, type) =>
    expect(await checkFile(name, bytes)).toEqual({ type, preview: false }),
  );
});

describe('archives', () => {
  const MB = 1024 * 1024;
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${i}.txt`, content: 'x', method: 0 }));

  test('that unpack to more than 100 times their size are refused, whatever they say of it', async () => {
    const zeros = Buffer.alloc(20 * MB);
    await refuses('bomb')('a.zip', zip([{ name: 'a.txt', content: zeros }]));
    await refuses('bomb')('a.zip', zip([{ name: 'a.txt', content: zeros, declared: 10 }]));
    await refuses('bomb')('a.docx', office('docx', { name: 'word/media/a.bmp', content: zeros }));
    await refuses('bomb')('a.csv.gz', gzipSync(zeros));
    await refuses('bomb')('a.tgz', gzipSync(tar([{ name: 'a.txt', content: zeros }])));
    await refuses('bomb')('photo.jpg', zip([{ name: 'a.txt', content: zeros }]));
  });

  test('within archives count too', async () => {
    const inner = zip([{ name: 'a.txt', content: Buffer.alloc(20 * MB) }]);
    await refuses('bomb')('a.zip', zip([{ name: 'a.zip', content: inner }]));
    await refuses('bomb')(
      'a.zip',
      zip(Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, content: gzipSync(Buffer.alloc(MB)) }))),
    );
  });

  test('that unpack to less are kept', async () => {
    const lines = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `row ${i * 7919};0;0;0;0;0;0;0;0;0\n`).join(''));
    expect(lines.length / gzipSync(lines).length).toBeGreaterThan(5);
    expect(await checkFile('rows.csv.gz', gzipSync(lines))).toEqual({ type: 'application/gzip', preview: false });
    expect(await checkFile('rows.zip', zip([{ name: 'rows.csv', content: lines }]))).toMatchObject({
      type: 'application/zip',
    });
  });

  test('of 1,000 files are kept, of more refused, whatever they say of it', async () => {
    expect(await checkFile('a.zip', zip(many(1000)))).toMatchObject({ type: 'application/zip' });
    await refuses('crowded')('a.zip', zip(many(1001)));
    expect(await checkFile('a.tar', tar(many(1000)))).toMatchObject({ type: 'application/x-tar' });
    await refuses('crowded')('a.tar', tar(many(1001)));
  });

  test('whose files share their bytes count them each time', async () => {
    const content = Buffer.from(Array.from({ length: 5000 }, (_, i) => i * i).join(' '));
    const sharing = (count: number) =>
      zip(
        many(count).map((file) => ({ ...file, content })),
        { overlapping: true },
      );
    await refuses('bomb')('a.zip', sharing(1000));
    expect(await checkFile('a.zip', sharing(10))).toMatchObject({ preview: false });
  });

  test('that hold programs are refused, in archives of archives too', async () => {
    const within = /holds a program/;
    const exe = zip([{ name: 'run.exe', content: 'x' }]);
    await refusesWithin(exe, within);
    await refusesWithin(zip([{ name: 'letter.pdf', content: EXE }]), within);
    await refusesWithin(zip([{ name: 'a/b/c.zip', content: exe }]), within);
    await refusesWithin(gzipSync(EXE), within, 'letter.pdf.gz');
    await refusesWithin(gzipSync('x'), within, 'run.exe.gz');
    await refusesWithin(tar([{ name: 'run.sh', content: 'x' }]), within, 'a.tar');
    await refusesWithin(gzipSync(tar([{ name: 'a', content: '#!/bin/sh' }])), within, 'a.tgz');
    await refusesWithin(
      tar([
        { name: 'l', content: 'run.exe\0', type: 'L' },
        { name: 'a.txt', content: 'x' },
      ]),
      within,
    );
    await refusesWithin(
      tar([
        { name: 'x', content: '16 path=run.exe\n', type: 'x' },
        { name: 'a.txt', content: 'x' },
      ]),
      within,
    );
  });

  test('within archives deeper than anybody packs them, or that lead out of their folder, are refused', async () => {
    let deep: Buffer = Buffer.from('x');
    for (let i = 0; i < 6; i += 1) deep = zip([{ name: 'a.zip', content: deep }]);
    await refuses('hidden')('a.zip', deep);
    await refuses('hidden')('a.zip', zip([{ name: '../a.txt', content: 'x' }]));
  });

  const protectedZip = (name: string) => zip([{ name, content: 'x', encrypted: true }]);
  const sevenZip = hex('377abcaf271c0004');
  test.each<[string, string, Buffer, string]>([
    ['with a password', 'a.zip', protectedZip('a.pdf'), 'application/zip'],
    ['packed in a way of its own', 'a.zip', zip([{ name: 'a.txt', content: 'x', method: 14 }]), 'application/zip'],
    ['7z', 'a.7z', sevenZip, 'application/x-7z-compressed'],
    ['rar', 'a.rar', hex('526172211a0700'), 'application/x-rar-compressed'],
    ['xz', 'a.xz', hex('fd377a585a00'), 'application/x-xz'],
    ['bzip2', 'a.bz2', latin1('BZh91AY&SY'), 'application/x-bzip2'],
  ])('into which nobody can look are kept, and only ever downloaded: %s', async (_, name, bytes, type) =>
    expect(await checkFile(name, bytes)).toEqual({ type, preview: false }),
  );

  test('with a password still show the names in them', async () => {
    await refusesWithin(protectedZip('run.exe'), /holds a program/);
  });

  const whole = zip([{ name: 'a.txt', content: 'some text' }]);
  const flipped = zip([{ name: 'a.txt', content: deflateRawSync('x'), method: 0 }]);
  flipped.writeUInt16LE(8, flipped.indexOf('PK\x01\x02') + 10);
  flipped.write('\xff\xff\xff', 35, 'latin1');
  const backwards = tar([{ name: 'x', content: '', type: 'L', declared: -512 }]);
  test.each<[string, string, Buffer]>([
    ['cut off', 'a.zip', whole.subarray(0, -30)],
    ['of which only the first bytes are there', 'a.docx', latin1('PK\x03\x04')],
    ['cut off', 'a.gz', gzipSync('some text').subarray(0, 15)],
    ['with flipped bits', 'a.zip', flipped],
    ['with a size below 0', 'a.tar', backwards],
  ])('that are damaged are kept: %s (%s)', async (_, name, bytes) =>
    expect(await checkFile(name, bytes)).toMatchObject({ preview: false }),
  );

  test.each<[string, Buffer]>([
    ['with 64-bit places', zip([{ name: 'a.txt', content: 'x' }], { zip64: true })],
    ['made by a common tool', Buffer.from(zipSync({ 'a.txt': latin1('x'), 'b/': new Uint8Array(), 'b/c.pdf': PDF }))],
    [
      'of documents and photos',
      zip([
        { name: 'a.docx', content: office('docx') },
        { name: 'b.pdf', content: PDF },
      ]),
    ],
    [
      'with a drawing and a web page',
      zip([
        { name: 'a.svg', content: '<svg/>' },
        { name: 'a.html', content: '<html>' },
      ]),
    ],
    ['that is empty', zip([])],
  ])('%s are kept', async (_, bytes) => expect(await checkFile('papers.zip', bytes)).toMatchObject({ preview: false }));
});

describe('what people send is kept', () => {
  const png = async () => Buffer.from(await demoFile('Passport.png', 'x').arrayBuffer());
  const box = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), latin1(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(64)]);
  const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

  test.each<[string, () => Buffer | Promise<Buffer>, string, boolean]>([
    ['passport.pdf', () => PDF, 'application/pdf', true],
    ['statement.pdf', () => compressedPdf(), 'application/pdf', true],
    ['form.pdf', () => pdf('/OpenAction << /S /JavaScript >>'), 'application/pdf', false],
    ['passport.png', png, 'image/png', true],
    ['photo.jpg', () => hex('ffd8ffe000104a46494600'), 'image/jpeg', true],
    ['photo.jpg', () => hex('ffd8ffe1001845786966'), 'image/jpeg', true],
    ['photo.webp', () => latin1('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0'), 'image/webp', true],
    ['scan.gif', () => latin1('GIF89a\x01\0\x01\0\0\0\0'), 'image/gif', true],
    ['IMG_1.HEIC', () => box('heic'), 'image/heic', false],
    ['IMG_1.heif', () => box('mif1'), 'image/heif', false],
    ['photo.avif', () => box('avif'), 'image/avif', false],
    ['scan.tiff', () => hex('49492a0008000000'), 'image/tiff', false],
    ['scan.bmp', () => hex('424d3600000000000000'), 'image/bmp', false],
    ['letter.docx', () => office('docx'), wordDocument, false],
    ['letter.docx', () => office('docx', { name: 'word/media/image1.svg', content: '<svg/>' }), wordDocument, false],
    ['table.xlsx', () => office('xlsx'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', false],
    [
      'slides.pptx',
      () => office('pptx'),
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      false,
    ],
    ['letter.odt', () => openDocument('text'), 'application/vnd.oasis.opendocument.text', false],
    ['table.ods', () => openDocument('spreadsheet'), 'application/vnd.oasis.opendocument.spreadsheet', false],
    ['notes.txt', () => latin1('Hello'), 'text/plain', true],
    ['notes.txt', () => latin1('Zu\xf1iga, \x80 5'), 'text/plain', true],
    ['notes.txt', () => Buffer.from('\ufeffHello', 'utf16le'), 'text/plain', true],
    ['table.csv', () => latin1('=cmd|a,1\n'), 'text/plain', true],
    ['notes.md', () => latin1('# Pensions'), 'text/plain', true],
    ['notes.txt', () => latin1('hel\0lo'), 'application/octet-stream', false],
    ['letter.rtf', () => latin1('{\\rtf1\\ansi Hello}'), 'application/rtf', false],
    ['data.json', () => latin1('{"a": 1}'), 'application/octet-stream', false],
    ['voice.mp3', () => Buffer.concat([hex('fffb9064'), hex('fffb9064')]), 'audio/mpeg', false],
    ['voice.m4a', () => box('M4A '), 'audio/x-m4a', false],
    ['film.mp4', () => box('isom'), 'video/mp4', false],
    ['anything.bin', () => latin1('\x01\x02\x03'), 'application/octet-stream', false],
    ['pension.pdf', () => latin1('alert(1)'), 'application/octet-stream', false],
    ['one', () => latin1('x'), 'application/octet-stream', false],
  ])('%s (%#)', async (name, bytes, type, preview) =>
    expect(await checkFile(name, await bytes())).toEqual({ type, preview }),
  );
});

test('each refusal tells what to send instead', () => {
  for (const sentence of Object.values(REFUSALS)) expect(sentence).toMatch(/Please (send|save)/);
});
