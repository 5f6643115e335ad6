// Addresses in Office documents and rich text.

// Word keeps the path of the template that a document was made from: on a drive, or relative to the document.
export const LOCAL = /^(file:\/\/(localhost)?\/(?![/\\%])|[a-z]:)|^(?![/\\])[^:]*$/i;

/** Reach of an address. Pictures over https are allowed. */
export const REACH = { here: 0, https: 1, elsewhere: 2 } as const;
export type Reach = (typeof REACH)[keyof typeof REACH];

const HTTPS = /\bhttps:[\\/]{2}/i;
// Another scheme with a host; a file that is neither on a drive nor beside the document; a share.
const ELSEWHERE =
  /\b(?!file:|https:)[a-z]\w{1,20}:[\\/]{2}|\bfile:(?!(?:\/\/(?:localhost)?)?\/(?![/\\%])|[\\/]{0,9}[a-z]:|[^\\/%])|(?:^|[\s"'“]|\x80\x9c)[\\/]{2,9}[\w.?]/i;

/** Returns how far the addresses in a text reach. */
export const addressReach = (text: string): Reach =>
  ELSEWHERE.test(text) ? REACH.elsewhere : HTTPS.test(text) ? REACH.https : REACH.here;
