import { useSyncExternalStore } from 'react';

const KEY = 'theme';
type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
let current: Theme = 'light';

function stored(): Theme {
  try {
    return localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return 'light';
  }
}

function apply(theme: Theme) {
  current = theme;
  document.documentElement.classList.remove('light', 'dark');
  document.documentElement.classList.add(theme);
  for (const listener of listeners) listener();
}

function toggle() {
  const theme = current === 'dark' ? 'light' : 'dark';
  apply(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts the stored theme on the page and follows other tabs; light where nothing valid is stored (product 1, 9). */
export function startTheme() {
  apply(stored());
  window.addEventListener('storage', (event) => event.key === KEY && apply(stored()));
}

/** The theme in use and the way to the other one. */
export const useTheme = () => [useSyncExternalStore(subscribe, () => current), toggle] as const;
