/** A mail before it is written down as SES takes it. Names and subject may hold anything; addresses are ASCII. */
export interface Message {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The page on which the reader chooses to get no more of its kind. */
  unsubscribe?: string | undefined;
}

const LINE = 78;
// In an encoded word of "Subject: " the line has room for 56 characters of base64 (RFC 2047, 2).
const WORD_BYTES = 42;
// Neither base64 nor a header begins a line with two hyphens.
const BOUNDARY = 'part-of-a-letter';

const onOneLine = (value: string) => value.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A text as encoded words, each of whole characters, on lines of their own. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const grown = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(grown) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = grown;
  }
  return words.map((word) => `=?UTF-8?B?${base64(word)}?=`).join('\r\n ');
}

/** A header of words: as it stands where that is short ASCII, else in encoded words (RFC 2047). */
function textHeader(name: string, value: string): string {
  const line = `${name}: ${onOneLine(value)}`;
  const isPlain = /^[ -~]*$/.test(line) && !line.includes('=?') && line.length <= LINE;
  return isPlain ? line : `${name}: ${encodedWords(onOneLine(value))}`;
}

/** A header that is read by machines, such as an address: on a line of its own where it is long. */
function plainHeader(name: string, value: string): string {
  const line = `${name}: ${onOneLine(value)}`;
  return line.length <= LINE ? line : `${name}:\r\n ${onOneLine(value)}`;
}

const part = (type: string, content: string) =>
  [
    `--${BOUNDARY}`,
    `Content-Type: ${type}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(content.replace(/\r?\n/g, '\r\n')).replace(/.{76}(?=.)/g, '$&\r\n'),
  ].join('\r\n');

/** A mail as SES's SendRawEmail takes it: text and HTML in base64. SES adds its date and id. */
export function mimeOf({ from, to, subject, text, html, unsubscribe }: Message): string {
  return [
    `From: ${encodedWords(onOneLine(from.name))}\r\n <${onOneLine(from.address)}>`,
    plainHeader('To', to),
    textHeader('Subject', subject),
    ...(unsubscribe ? [plainHeader('List-Unsubscribe', `<${unsubscribe}>`)] : []),
    'MIME-Version: 1.0',
    plainHeader('Content-Type', `multipart/alternative; boundary="${BOUNDARY}"`),
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}
