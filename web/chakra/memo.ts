/** Entries after which a cache starts anew; a page has some hundreds. */
const MOST = 5000;

const hashes = new WeakMap<object, string>();

function hashOfObject(value: object): string {
  const known = hashes.get(value);
  if (known !== undefined) return known;
  const parts = Array.isArray(value)
    ? value.map(hashOf)
    : Object.entries(value).map(([key, part]) => `${key}:${hashOf(part)}`);
  const hash = `{${parts.join()}}`;
  hashes.set(value, hash);
  return hash;
}

function hashOf(value: unknown): string {
  if (typeof value === 'object' && value) return hashOfObject(value);
  return typeof value === 'function' ? `f:${value.name}` : `${typeof value}:${value}`;
}

const keyOf = (args: unknown[]): unknown => {
  const [first] = args;
  return args.length === 1 && typeof first !== 'object' ? first : args.map(hashOf).join('|');
};

/**
 * Remembers what a function gave for the same arguments, as Chakra's own does, which is asked some ten thousand times
 * while a page is drawn: what is no object is its own key, and an object is described once.
 */
export function memo<Args extends unknown[], Result>(compute: (...args: Args) => Result): (...args: Args) => Result {
  const known = new Map<unknown, Result>();
  return (...args) => {
    const key = keyOf(args);
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = compute(...args);
    if (known.size >= MOST) known.clear();
    known.set(key, result);
    return result;
  };
}
