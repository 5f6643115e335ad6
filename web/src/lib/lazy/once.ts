/** What `make` makes, made when it is first asked for: a formatter costs a phone some ten milliseconds. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
