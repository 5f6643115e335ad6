import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { useSingleKeys } from '../../parts/account/single-keys.ts';
import { focusSearch, moveInRows } from './rows.ts';

const PLACES = new Map<string, string>([
  ['c', paths.clients],
  ['d', paths.dashboard],
  ['t', paths.tasks],
  ['p', paths.pendingTasks],
  ['i', paths.inbox],
]);
/** How long after `g` the second key counts. */
const SECOND_MS = 2000;

const TYPED_INTO =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]';
const OVER_PAGE = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu]:popover-open';

/** Whether a key is meant for something else: a field, a dialog, the browser. */
function isMeantElsewhere({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent) {
  const isTyped = target instanceof Element && target.closest(TYPED_INTO) !== null;
  return (
    ctrlKey ||
    metaKey ||
    altKey ||
    isComposing ||
    defaultPrevented ||
    isTyped ||
    document.querySelector(OVER_PAGE) !== null
  );
}

/** Actions of single keys that the caller provides. */
interface Actions {
  showKeys: () => void;
  openPalette: () => void;
  assignTask: () => void;
}

/** Lets single keys act, where nothing else is meant by them and nobody has switched them off. */
export function useShortcuts({ showKeys, openPalette, assignTask }: Actions): void {
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
