function flipBit(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return bytes.toString('base64url');
}

/** Flips a bit of a JWT's signature, or of the 32 bytes at the end of another token. Another character may be the same bytes. */
export const tampered = (token: string): string => token.replace(/(?<=\.)[\w-]+$|[\w-]{43}$/, flipBit);
