/** The versions of the keys that sign sessions and portal links. What another version signed counts no more. */
export interface KeyVersions {
  session: number;
  portal: number;
}

/** The version that every key begins with. */
export const FIRST_KEY_VERSION = 1;

/** The highest version that a key can have. */
export const LAST_KEY_VERSION = 9999;

/** The version that a text spells to a base, in the one way there is; `undefined` for any other text. */
export function keyVersionIn(text: string, base: number): number | undefined {
  const version = Number.parseInt(text, base);
  const exists = version >= FIRST_KEY_VERSION && version <= LAST_KEY_VERSION;
  return exists && version.toString(base) === text ? version : undefined;
}
