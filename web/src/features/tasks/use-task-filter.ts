import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { fold } from '../../lib/text/fold.ts';

/** What of the tasks is shown: those in which a text is, and of one adviser's clients. */
interface Shown {
  text: string;
  /** An adviser's id; empty for all. */
  adviser: string;
}

const TEXT = 'q';
const ADVISER = 'adviser';
const BY = 'by';

/** The text as it is typed, of which the address tells a moment later; as the address says where a link or Back led there. */
function useText(ofAddress: string) {
  const { key } = useLocation();
  const isLed = useNavigationType() !== 'REPLACE';
  const [text, setText] = useState(ofAddress);
  const [known, setKnown] = useState(key);
  if (key !== known) {
    setKnown(key);
    if (isLed) setText(ofAddress);
  }
  return [text, setText] as const;
}

/** Which tasks are shown and how they are arranged, which live in the address. */
export function useTaskFilter() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useText(params.get(TEXT) ?? '');
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const byDate = new URLSearchParams(params);
  byDate.set(BY, 'date');
  const byClient = new URLSearchParams(params);
  byClient.delete(BY);
  const shown: Shown = { text, adviser: params.get(ADVISER) ?? '' };
  return {
    shown,
    isByDate: params.get(BY) === 'date',
    views: { byDate: { search: byDate.toString() }, byClient: { search: byClient.toString() } },
    search: (typed: string) => {
      setText(typed);
      set(TEXT, typed);
    },
    chooseAdviser: (id: string) => set(ADVISER, id),
    clear: () => {
      setText('');
      setParams(params.has(BY) ? { [BY]: 'date' } : {}, { replace: true });
    },
  };
}

/**
 * The tasks of an adviser's clients in whose title, description or client's name a text is, whatever its case and accents.
 * Typing does not wait for it.
 */
export function useMatching(tasks: readonly PendingTask[], shown: Shown): readonly PendingTask[] {
  const { adviser } = shown;
  const wanted = fold(useDeferredValue(shown.text).trim());
  return useMemo(
    () =>
      tasks.filter(
        ({ title, description, clientName, adviserId }) =>
          (!adviser || adviserId === adviser) && fold(`${title}\n${description ?? ''}\n${clientName}`).includes(wanted),
      ),
    [tasks, adviser, wanted],
  );
}
