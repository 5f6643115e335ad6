import { expect, test } from 'vitest';
import { displayName, formatFileSize } from '#shared/rules/documents.ts';

test.each([
  ['passport.pdf', 'passport.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\scan.png', 'scan.png'],
  ['...', 'document'],
  ['', 'document'],
  ['\u200b\u2800', 'document'],
  ['\u3164.pdf', 'document.pdf'],
  ['\ufeff.\u200b.PDF', 'document.PDF'],
  ['\u00a0', 'document'],
  ['x.\u200b', 'x.\u200b'],
  ['\u0000\u200f.tar.gz', '.tar.gz'],
  ['a\r\nb.pdf', 'ab.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['"quoted"; x.pdf', '"quoted"; x.pdf'],
  ['Übersicht 😀.pdf', 'Übersicht 😀.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('shows the file name %j as %j', (given, shown) => expect(displayName(given)).toBe(shown));

test.each([
  [1587, '1.5 KB'],
  [1024 * 1024, '1024.0 KB (1\u00a0MB)'],
  [6_605_872, '6451.0 KB (6.3\u00a0MB)'],
])('shows the size of %i bytes in KB with one decimal, and in MB from 1 MB on', (bytes, shown) =>
  expect(formatFileSize(bytes)).toBe(shown),
);
