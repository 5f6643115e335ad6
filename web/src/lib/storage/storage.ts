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

/** Values that neither browser nor tab could store. They live as long as the page. */
const inPage = new Map<string, string>();

export const readKept = (key: string): string | null =>
  inPage.get(key) ?? inTab((tab) => tab.getItem(key)) ?? inBrowser((browser) => browser.getItem(key)) ?? null;

/**
 * Stores a value in the browser or, if its storage is blocked or full, in the tab or page. Removes it if it is empty.
 * Returns true if it outlives the tab.
 */
export function keep(key: string, value: string): boolean {
  const remove = (storage: Storage) => storage.removeItem(key);
  const store = (storage: Storage) => {
    if (value) storage.setItem(key, value);
    else remove(storage);
    return true;
  };
  const outlivesTab = inBrowser(store) ?? false;
  if (!outlivesTab) inBrowser(remove);
  const isInTab = inTab(outlivesTab ? remove : store) ?? false;
  if (value && !outlivesTab && !isInTab) inPage.set(key, value);
  else inPage.delete(key);
  return outlivesTab;
}

export const keptKeys = (): string[] => [
  ...(inBrowser(Object.keys) ?? []),
  ...(inTab(Object.keys) ?? []),
  ...inPage.keys(),
];

/** Calls back after another tab changed a value that the browser keeps. Returns a function that stops this. */
export function onKeptElsewhere(key: string, changed: () => void): () => void {
  const look = (event: StorageEvent) => event.key === key && changed();
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}

/** Parses stored JSON. Returns `none` if it is missing or invalid. */
export function parsed<T>(text: string | null | undefined, none: T): T {
  try {
    return JSON.parse(text || '') ?? none;
  } catch {
    return none;
  }
}
