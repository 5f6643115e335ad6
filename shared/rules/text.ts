// Default-ignorable characters include most fillers. The others: the Braille blank, the null note head, the blank hieroglyphs
// and the Khitan filler.
const SEEN = /[^\p{White_Space}\p{Cc}\p{Cf}\p{DI}\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}]/u;

/** Returns true if something of a text can be seen. */
export const isVisible = (text: string) => SEEN.test(text);
