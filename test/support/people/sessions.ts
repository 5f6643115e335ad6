import { signForSession } from '#functions/aws/session-key.ts';
import '../handlers.ts';

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JWT, signed by default as sessions are. */
export async function signedJwt(
  header: object,
  claims: object,
  sign: (text: string) => Promise<Uint8Array> | Uint8Array = signForSession,
): Promise<string> {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${Buffer.from(await sign(text)).toString('base64url')}`;
}
