// The first that fits: browsers name others that they are like, and those who are like them come before those.
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

/** A browser in words that its user knows it by, "Windows, Chrome", from its User-Agent header. */
export function browserLabel(agent = ''): string {
  const parts = [nameIn(SYSTEMS, agent), nameIn(BROWSERS, agent)].filter((part) => part !== undefined);
  return parts.join(', ') || 'Unknown device';
}

export interface Visit {
  device: string | undefined;
  source: string;
  label: string;
}
