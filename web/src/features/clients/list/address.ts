import { useSearchParams } from 'react-router';
import { CLIENT_FILTERS } from '#shared/rules/clients.ts';
import { useWide } from '../../../lib/screen/use-wide.ts';
import { useMe } from '../../../parts/account/me.ts';
import { useStoredChoice } from '../../../parts/stored-choice.ts';

export type View = 'cards' | 'table';

const NAMES = { text: 'q', adviser: 'adviser', sort: 'sort', view: 'view' } as const;

const viewOf = (text: string | null): View | undefined => (text === 'cards' || text === 'table' ? text : undefined);

/**
 * Keeps filter, order and view of the list in the address, so that Back restores them. The last chosen view is the
 * default; phones always show cards.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const [stored, store] = useStoredChoice(`clients-view ${useMe().id}`);
  const isWide = useWide('md');
  const filter = CLIENT_FILTERS.find((known) => known === params.get('filter') && known !== 'all');
  const change = (name: keyof typeof NAMES, value: string) =>
    setParams(
      // Reads the address at the time of the call, because this closure may be stale.
      () => {
        const after = new URLSearchParams(window.location.search);
        if (value) after.set(NAMES[name], value);
        else after.delete(NAMES[name]);
        return after;
      },
      { replace: true },
    );
  const setView = (view: View) => {
    store(view);
    change('view', view);
  };
  /** Returns the address of this list with another filter. */
  const filteredBy = (other: string) => {
    const { filter: _, ...rest } = Object.fromEntries(params);
    return `?${new URLSearchParams(other === 'all' ? rest : { filter: other, ...rest })}`;
  };
  return {
    filter,
    text: params.get('q') ?? '',
    adviser: params.get('adviser') ?? '',
    sort: params.get('sort') ?? '',
    view: isWide ? (viewOf(params.get('view')) ?? viewOf(stored) ?? 'cards') : 'cards',
    isWide,
    change,
    setView,
    filteredBy,
  };
}
