// Order matters: browsers and systems also name those that they are compatible with, so those come last.
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['Mac', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
] as const;
const BROWSERS = [
  ['Edge', /Edg(A|iOS)?\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const;

const nameIn = (names: typeof SYSTEMS | typeof BROWSERS, agent: string) =>
  names.find(([, pattern]) => pattern.test(agent))?.[0];

/** Returns a browser as its user knows it, such as "Windows, Chrome", from its User-Agent header. */
export function browserLabel(agent = ''): string {
  const parts = [nameIn(SYSTEMS, agent), nameIn(BROWSERS, agent)].filter((part) => part !== undefined);
  return parts.join(', ') || 'Unknown device';
}

export interface Visit {
  device: string | undefined;
  source: string;
  label: string;
}
