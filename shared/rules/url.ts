/** Returns a parsed URL, or null if it is invalid. Safari has `URL.parse` only since version 18. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Returns true for an http(s) URL without credentials. */
export function isWebAddress(text: string): boolean {
  const url = parsedUrl(text);
  return (
    /^https?:\/\//i.test(text) && url !== null && url.hostname !== '' && url.username === '' && url.password === ''
  );
}

/** Returns true for an https address without credentials, spaces and line breaks. */
export const isHttps = (text: string): boolean => /^https:\/\/[^\s\p{C}]+$/iu.test(text) && isWebAddress(text);
