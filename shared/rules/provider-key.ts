/** Longest key without a digest: a DynamoDB sort key has at most 1,024 bytes, and a letter other than a-z becomes six. */
const MAX_KEY = 100;

/** Returns the FNV-1a hash of a text in base 36. It keeps long keys apart and protects nothing. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

const LEGAL_FORMS = /(-(ltd|limited|plc|uk))+$/;

/**
 * Returns the key of a provider's name, equal for its spellings: "Scottish Widows Ltd." is `scottish-widows`.
 * Contains a-z, 0-9 and hyphens; blank for a name without letters and digits. A long one ends with a hash.
 */
export function providerKey(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const ascii = folded
    .replace(/ /g, '-')
    .replace(/[^a-z0-9-]/gu, (letter) => `u${letter.codePointAt(0)?.toString(16)}`);
  const key = ascii.replace(LEGAL_FORMS, '');
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY)}-${shortHash(key)}`;
}
