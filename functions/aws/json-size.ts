export const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Returns the first items that fit into `maxBytes` as JSON. A Lambda response may hold 6 MB. */
export function fitting<T>(items: readonly T[], maxBytes: number): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += jsonBytes(item) + 1;
    return bytes > maxBytes;
  });
  return items.slice(0, end < 0 ? undefined : end);
}
