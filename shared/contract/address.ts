/** Splits the name of a call, such as 'GET /api/clients/{id}', into method and path. */
export function partsOf(name: string): { method: string; path: string } {
  const space = name.indexOf(' ');
  return { method: name.slice(0, space), path: name.slice(space + 1) };
}

/** Returns method and URL of a call. Encodes path parameters and drops undefined query values. */
export function addressOf(
  name: `${string} /${string}`,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): { method: string; url: string } {
  const { method, path } = partsOf(name);
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return { method, url: search ? `${filled}?${search}` : filled };
}
