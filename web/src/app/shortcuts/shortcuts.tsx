import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { useSingleKeys } from '../../parts/account/single-keys.ts';
import { openAssignTask } from '../../parts/task/assign-task.tsx';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { openPalette } from '../palette/open.ts';
import { useOpenClient } from '../palette/recent.ts';

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

/** Focuses the page's search box; returns true if there is one. */
function focusSearch(): boolean {
  const search = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find(isShown);
  search?.focus();
  search?.select();
  return search !== undefined;
}

const PLACES = new Map<string, string>([
  ['c', paths.clients],
  ['d', paths.dashboard],
  ['t', paths.tasks],
  ['p', paths.pendingTasks],
  ['i', paths.inbox],
]);
/** Milliseconds for the second key after `g`. */
const SECOND_MS = 2000;

const TYPED_INTO =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]';
const OVER_PAGE = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu]:popover-open';

/** Returns true if a key belongs to a field, a dialog or the browser. */
function isMeantElsewhere({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
  const isTyped = target instanceof Element && target.closest(TYPED_INTO) !== null;
  return ctrlKey || metaKey || altKey || defaultPrevented || isTyped || document.querySelector(OVER_PAGE) !== null;
}

interface Actions {
  showKeys: () => void;
  openPalette: () => void;
  assignTask: () => void;
}

function useShortcuts({ showKeys, openPalette, assignTask }: Actions): void {
  const [isOn] = useSingleKeys();
  const navigate = useNavigate();
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    const place = timeStamp - goAt.current < SECOND_MS ? PLACES.get(key) : undefined;
    goAt.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
    const action = place ? () => navigate(place) : actions.get(key);
    if (!action) return;
    event.preventDefault();
    void action();
  });
  const actions = new Map<string, () => unknown>([
    ['/', () => focusSearch() || openPalette()],
    ['j', () => moveInRows(1)],
    ['k', () => moveInRows(-1)],
    ['n', assignTask],
    ['?', showKeys],
  ]);
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => !isMeantElsewhere(event) && act(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'));

export function Shortcuts() {
  const client = useOpenClient();
  const [open, setOpen] = useState(false);
  useShortcuts({
    showKeys: () => setOpen(true),
    openPalette: openPalette.emit,
    assignTask: () => openAssignTask.emit(client),
  });
  return <ShortcutsDialog open={open} onClose={() => setOpen(false)} />;
}
