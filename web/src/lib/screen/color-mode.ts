import { useSyncExternalStore } from 'react';
import { inBrowser } from '../storage/storage.ts';

const KEY = 'theme';
type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
let current: Theme = 'light';

const stored = (): Theme => (inBrowser((storage) => storage.getItem(KEY)) === 'dark' ? 'dark' : 'light');

/** On the page as on the bar that a phone's browser draws around it; the page before the app does the same (web/shell). */
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
  // Where storage is blocked the choice lasts as long as the page.
  inBrowser((storage) => storage.setItem(KEY, theme));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Puts the stored theme on the page and follows other tabs; light where nothing valid is stored (product 1, 9), and on
 * paper, where ink is dark.
 */
export function startTheme() {
  apply(stored());
  matchMedia('print').addEventListener('change', ({ matches }) => paint(matches ? 'light' : current));
  window.addEventListener('storage', (event) => event.key === KEY && apply(stored()));
}

/** The theme in use and the way to the other one. */
export const useTheme = () => [useSyncExternalStore(subscribe, () => current), toggle] as const;
