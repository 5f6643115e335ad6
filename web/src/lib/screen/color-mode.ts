import { useSyncExternalStore } from 'react';
import { inBrowser } from '../storage/storage.ts';

const KEY = 'theme';
type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
let current: Theme = 'light';

const stored = (): Theme => (inBrowser((storage) => storage.getItem(KEY)) === 'dark' ? 'dark' : 'light');

/** Sets the theme of page and address bar, as web/shell/before-paint.js does before the app loads. */
function paint(theme: Theme) {
  document.documentElement.classList.remove('light', 'dark');
  document.documentElement.classList.add(theme);
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  bar?.setAttribute('content', bar.dataset[theme] ?? '');
}

function apply(theme: Theme) {
  current = theme;
  paint(theme);
  for (const listener of listeners) listener();
}

function toggle() {
  const theme = current === 'dark' ? 'light' : 'dark';
  apply(theme);
  // If storage is blocked, the choice lasts until the page is closed.
  inBrowser((storage) => storage.setItem(KEY, theme));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the stored theme and follows other tabs. Light is the default, and used for print, where ink is dark. */
export function startTheme() {
  apply(stored());
  matchMedia('print').addEventListener('change', ({ matches }) => paint(matches ? 'light' : current));
  window.addEventListener('storage', (event) => event.key === KEY && apply(stored()));
}

export const useTheme = () => [useSyncExternalStore(subscribe, () => current), toggle] as const;
