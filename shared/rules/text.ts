// Default-ignorable characters (DI) include the fillers, except the Braille blank and the null note head.
const SEEN = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800\u{1d159}]/u;

export const isVisible = (text: string) => SEEN.test(text);

/** Makes the first letter small, for a sentence that goes on after a name. */
export const uncapitalised = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const UNSEEN = /(?!\u200c|\u200d|\ufe0f|\p{White_Space})[\p{Cc}\p{Cf}\p{DI}]/gu;
const JOINER_RUN = /([\u200c\u200d])[\u200c\u200d]+/g;
const HAS_JOINER = /\u200c|\u200d|\ufe0f/;

/** Matches joiners and variation selectors of emoji, and captures those that are needed (RFC 5892, CONTEXTJ). */
function joinersIn(): RegExp {
  // Scripts from Arabic to Sinhala, Tibetan and Myanmar, Khmer and Mongolian, Balinese to Batak, and Phags-pa.
  // Devanagari Extended to Javanese and Myanmar, Arabic forms, Hanifi Rohingya, Brahmi to Tirhuta, and Adlam.
  const letter = String.raw`(?=[\p{L}\p{M}])[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\u1b00-\u1bff\ua840-\ua87f\ua8e0-\ua9ff\uaa60-\uaa7f\ufb50-\ufdff\ufe70-\ufefc\u{10d00}-\u{10d3f}\u{11000}-\u{114df}\u{1e900}-\u{1e95f}]`;
  const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u1b44\ua9c0]`;
  const pictograph = String.raw`\p{Extended_Pictographic}`;
  const needed = [
    String.raw`(?<=${letter})[\u200c\u200d](?=${letter})`,
    String.raw`(?<=${virama})[\u200c\u200d]`,
    String.raw`(?<=${pictograph}[\ufe0f\p{EMod}]?)\u200d(?=${pictograph})`,
    String.raw`(?<=${pictograph})\ufe0f`,
  ];
  return new RegExp(`(${needed.join('|')})|${HAS_JOINER.source}`, 'gu');
}

/** Removes invisible characters, except spaces and the joiners that a script or an emoji needs. */
export function withoutUnseen(text: string): string {
  const plain = text.replace(UNSEEN, '').replace(JOINER_RUN, '$1');
  return HAS_JOINER.test(plain) ? plain.replace(joinersIn(), '$1') : plain;
}
