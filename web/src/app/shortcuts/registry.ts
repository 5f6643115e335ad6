import { TOAST_KEY } from '../../ui/feedback/toaster.tsx';
import { PALETTE_KEYS } from '../palette/kbd.tsx';
import { openPalette } from '../palette/open.ts';

const isShown = (element: HTMLElement) => element.getClientRects().length > 0 && !element.closest('[inert]');

/** Focuses the link of the next or previous row on the page; Enter opens it. */
function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')].filter(isShown);
  const { activeElement } = document;
  const isAhead = (row: HTMLElement) =>
    !activeElement || Boolean(activeElement.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = rows.find(isAhead);
  const before = rows.findLast((row) => row !== activeElement && !isAhead(row));
  const row = step === 1 ? next : before;
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** Presses a button of the focused row. */
function pressInRow(key: string): void {
  document.activeElement?.closest('li, tr')?.querySelector<HTMLElement>(`[data-row-key=${key}]`)?.click();
}

/** Focuses the page's search box; returns true if there is one. */
function focusSearch(): boolean {
  const search = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find(isShown);
  search?.focus();
  search?.select();
  return search !== undefined;
}

interface Shortcut {
  /** Keys to press together, separated by spaces. */
  keys: string;
  label: string;
  /** Undefined for keys that are handled elsewhere. */
  run?: (showList: () => void) => unknown;
  /** True if a held key runs it again. */
  repeats?: true;
}

const inRow = (key: string, label: string): Shortcut => ({ keys: key, label, run: () => pressInRow(key) });

/** Keyboard shortcuts in the order of their list. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: PALETTE_KEYS, label: 'Find a client, screen or action', run: () => openPalette.emit() },
  { keys: '/', label: 'Search on this page', run: () => focusSearch() || openPalette.emit() },
  { keys: 'j', label: 'Next in a list', run: () => moveInRows(1), repeats: true },
  { keys: 'k', label: 'Previous in a list', run: () => moveInRows(-1), repeats: true },
  { keys: 'Enter', label: 'Open it' },
  inRow('a', 'Review, then accept (To Review)'),
  inRow('m', 'Ask for more (To Review)'),
  inRow('r', 'Send back (To Review)'),
  { keys: ']', label: 'Next file (To Review)' },
  { keys: '[', label: 'Previous file (To Review)' },
  { keys: TOAST_KEY, label: 'The notification at the bottom' },
  { keys: '?', label: 'This list', run: (showList) => showList() },
];
