const HEAD = 64 * 1024;
const BYTE_ORDER_MARK = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

// What may stand before the first element: spaces, processing instructions, comments, a document type.
const BEFORE_ROOT = /\s+|<\?[\s\S]*?\?>|<!---?>|<!--[\s\S]*?-->|<!doctype[^>[]*>/iy;
const PAGE_DOCTYPE = /<!doctype\s+(html|svg)/iy;
const PAGE_ROOT = /<(?:[\w-]+:)?(html|svg)[\s>/]/iy;
// Behind declarations of a document's own, which may hold anything, the root is not looked for but taken as found.
const OWN_DECLARATIONS = /<!doctype[^>[]*\[/iy;
const PAGE_ANYWHERE = /<(?:[\w-]+:)?(html|svg)[\s>/]/i;
// With which browsers take a file for a page that does not say what it is (WHATWG MIME Sniffing, 7.1).
const PAGE_START = /<(head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>/]/iy;

/** The first characters of a text, whatever its encoding, one for each byte that is not NUL. */
const headOf = (bytes: Buffer) => bytes.toString('latin1', 0, HEAD).replace(BYTE_ORDER_MARK, '').replaceAll('\0', '');

function afterProlog(head: string): number {
  BEFORE_ROOT.lastIndex = 0;
  let at = 0;
  while (!matches(PAGE_DOCTYPE, head, at) && matches(BEFORE_ROOT, head, at)) at = BEFORE_ROOT.lastIndex;
  return at;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** A web page that a browser saved with all that it shows, in the form of a mail that nobody sent. */
function isSavedPage(head: string): boolean {
  const [headers = ''] = head.split(/\r?\n\r?\n/, 1);
  return /^content-type:\s*multipart\/related/im.test(headers) && !/^(to|received|message-id):/im.test(headers);
}

/** Whether a browser would show a file as a web page or an SVG drawing, whatever the file is called. */
export function isPage(bytes: Buffer): boolean {
  const head = headOf(bytes);
  const at = afterProlog(head);
  const isXml = head.trimStart().startsWith('<?xml');
  return (
    [PAGE_DOCTYPE, PAGE_ROOT].some((pattern) => matches(pattern, head, at)) ||
    (!isXml && matches(PAGE_START, head, at)) ||
    (matches(OWN_DECLARATIONS, head, at) && PAGE_ANYWHERE.test(head)) ||
    // A comment longer than what is looked at may hide what follows it.
    (head.startsWith('<!--', at) && PAGE_ANYWHERE.test(bytes.toString('latin1').replaceAll('\0', ''))) ||
    isSavedPage(head)
  );
}
