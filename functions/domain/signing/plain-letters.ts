// Helvetica in a PDF without an embedded font has Western letters only: others are drawn as wrong ones, without an error.

/** Letters and signs that Unicode does not decompose into a plain letter and its accents. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
  ı: 'i',
  ĸ: 'k',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '‹': "'",
  '›': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '⁄': '/',
  '·': '-',
  '•': '-',
  '×': 'x',
  '£': 'GBP ',
  '€': 'EUR ',
  '©': '(c)',
  '®': '(R)',
};

const ASCII = /^[ -~]*$/;

function plainLetter(letter: string): string {
  if (/\s/.test(letter)) return ' ';
  if (/^[\p{C}\p{M}]$/u.test(letter)) return '';
  const plain = [...letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')].map((part) => PLAIN[part] ?? part).join('');
  return ASCII.test(plain) ? plain.trim() || '?' : '?';
}

/** Returns a text in ASCII; "?" replaces a letter that has no likeness there. */
export const plainLetters = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => PLAIN[letter] ?? plainLetter(letter))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();

/** Returns the lines of a text; words longer than a line are broken. `widthOf` and `width` have the same unit. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== '' && widthOf(`${line} ${rest}`) <= width) {
      line += ` ${rest}`;
      continue;
    }
    if (line !== '') lines.push(line);
    while (rest.length > 1 && widthOf(rest) > width) {
      let end = 1;
      while (widthOf(rest.slice(0, end + 1)) <= width) end += 1;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    line = rest;
  }
  return line === '' ? lines : [...lines, line];
}
