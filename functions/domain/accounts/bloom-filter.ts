import { createHash } from 'node:crypto';

const HASHES = 13;
/** With that many bits a text and that many hashes, one text in 10 000 that is not in a filter seems to be. */
const BITS_PER_TEXT = 19.18;

/** The bits that stand for a text: double hashing, of two numbers of 48 bits from one SHA-256. */
function bitsOf(text: string, bits: number): number[] {
  const digest = createHash('sha256').update(text).digest();
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
  return Array.from({ length: HASHES }, (_, i) => (first + i * step) % bits);
}

/** A Bloom filter of texts: the same texts give the same bytes, from which none of them can be read. */
export function filterOf(texts: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((texts.length * BITS_PER_TEXT) / 8));
  for (const bit of texts.flatMap((text) => bitsOf(text, bytes.length * 8)))
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  return bytes;
}

/** Whether a filter was made of this text, among others. Never wrong where it says no. */
export const mayHold = (filter: Uint8Array, text: string): boolean =>
  bitsOf(text, filter.length * 8).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1);
