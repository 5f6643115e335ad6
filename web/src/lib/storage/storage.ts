const using =
  (storage: () => Storage) =>
  <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(storage());
    } catch {
      return;
    }
  };

/** Uses the browser's storage of this tab; `undefined` where that is blocked or full, and things go on without. */
export const inTab = using(() => sessionStorage);

/** The same of the storage that all of the browser's tabs share, and that stays. */
export const inBrowser = using(() => localStorage);
