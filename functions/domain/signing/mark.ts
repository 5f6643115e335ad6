import { SIGNING_LIMITS } from '#shared/rules/limits.ts';
import { SIGN_TEXTS } from '#shared/rules/signing.ts';
import { invalid } from '../../services/errors.ts';

/** A name, typed or drawn: one bit a dot, rows from the top, each row filled to a byte. */
export interface Mark {
  width: number;
  height: number;
  bits: Buffer;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const { markWidth, markHeight, leastInk, mostInk } = SIGNING_LIMITS;

const isSize = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;

/** Number of bits that are set in each byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** Returns true if a part of the dots is ink, and none lies right of the picture. */
function isWritten({ width, height, bits }: Mark): boolean {
  const row = Math.ceil(width / 8);
  const padding = 0xff >> (((width - 1) % 8) + 1);
  for (let end = row - 1; end < bits.length; end += row) if ((bits[end] ?? 0) & padding) return false;
  const ink = bits.reduce((sum, byte) => sum + (ONES[byte] ?? 0), 0) / (width * height);
  return ink >= leastInk && ink <= mostInk;
}

/** Returns a mark as sent. Throws 400 if it is empty, nearly full or anything else than a picture of its size. */
export function checkedMark({ width, height, bits }: { width: number; height: number; bits: string }): Mark {
  const bytes = Math.ceil(width / 8) * height;
  const isPicture =
    isSize(width, markWidth) &&
    isSize(height, markHeight) &&
    bits.length === 4 * Math.ceil(bytes / 3) &&
    BASE64.test(bits);
  const mark = { width, height, bits: Buffer.from(isPicture ? bits : '', 'base64') };
  if (!isPicture || mark.bits.length !== bytes || !isWritten(mark)) throw invalid('mark', SIGN_TEXTS.mark);
  return mark;
}
