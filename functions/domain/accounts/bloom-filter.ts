import { createHash } from 'node:crypto';

const HASHES = 13;
/** Bits per text for a false-positive rate of 1 in 10,000 with 13 hashes. */
const BITS_PER_TEXT = 19.18;

/** Returns the bit positions of a text: double hashing with two 48-bit numbers from its SHA-256. */
function bitsOf(text: string, bits: number): number[] {
  const digest = createHash('sha256').update(text).digest();
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
  return Array.from({ length: HASHES }, (_, i) => (first + i * step) % bits);
}

/** Builds a Bloom filter. Its bytes are deterministic, and the texts cannot be read from them. */
export function filterOf(texts: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((texts.length * BITS_PER_TEXT) / 8));
  for (const bit of texts.flatMap((text) => bitsOf(text, bytes.length * 8)))
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  return bytes;
}

/** Returns true if the filter may contain the text. False is always right. */
export const mayHold = (filter: Uint8Array, text: string): boolean =>
  bitsOf(text, filter.length * 8).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1);
