/** Returns a parsed URL, or null if it is invalid. Safari has `URL.parse` only since version 18. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
