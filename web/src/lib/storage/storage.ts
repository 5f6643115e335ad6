const using =
  (storage: () => Storage) =>
  <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(storage());
    } catch {
      return;
    }
  };

/** Uses the storage of this tab; returns undefined if it is blocked or full. */
export const inTab = using(() => sessionStorage);

export const inBrowser = using(() => localStorage);

/** Parses stored JSON. Returns `none` if it is missing or invalid. */
export function parsed<T>(text: string | null | undefined, none: T): T {
  try {
    return JSON.parse(text || '') ?? none;
  } catch {
    return none;
  }
}
