import { expect, test } from 'vitest';
import { displayName, formatFileSize, sniffType } from '#shared/documents.ts';

test.each([
  ['passport.pdf', 'passport.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\scan.png', 'scan.png'],
  ['...', 'document'],
  ['', 'document'],
  ['a\r\nb.pdf', 'ab.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['"quoted"; x.pdf', '"quoted"; x.pdf'],
  ['Übersicht 😀.pdf', 'Übersicht 😀.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('%j is shown as %j', (given, shown) => expect(displayName(given)).toBe(shown));

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
test.each([
  ['%PDF-1.7', 'a.html', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'a', 'image/png'],
  ['\xff\xd8\xff\xe0', 'a.jpg', 'image/jpeg'],
  ['RIFF....WEBP', 'a.webp', 'image/webp'],
  ['<html><script>', 'a.pdf', 'application/octet-stream'],
  ['<svg onload=alert(1)>', 'a.svg', 'application/octet-stream'],
  ['hello', 'a.txt', 'text/plain'],
  ['hel\0lo', 'a.txt', 'application/octet-stream'],
  ['PK\x03\x04', 'a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('%j named %s is %s', (content, name, type) => expect(sniffType(bytes(content), name)).toBe(type));

test('sizes are in KB with one decimal', () => expect(formatFileSize(1587)).toBe('1.5 KB'));
