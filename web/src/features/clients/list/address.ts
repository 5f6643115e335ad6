import { useSearchParams } from 'react-router';
import { CLIENT_FILTERS } from '#shared/rules/clients.ts';
import { useWide } from '../../../lib/screen/use-wide.ts';
import { useMe } from '../../../parts/account/me.ts';
import { useKept } from '../../../parts/kept.ts';

/** The ways in which the list is shown. */
export type View = 'cards' | 'table';

const NAMES = { text: 'q', adviser: 'adviser', sort: 'sort', view: 'view' } as const;

const viewOf = (text: string | null): View | undefined => (text === 'cards' || text === 'table' ? text : undefined);

/**
 * What of the clients is listed, in which order and how: all of it is in the address, so that it is there again on the way
 * back. The view that somebody chose last is its own the next time; a phone has room for cards alone.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const [kept, keep] = useKept(`clients-view ${useMe().id}`);
  const isWide = useWide('md');
  const filter = CLIENT_FILTERS.find((known) => known === params.get('filter') && known !== 'all');
  const change = (name: keyof typeof NAMES, value: string) =>
    setParams(
      // As the address is by now, whenever this function was made.
      () => {
        const after = new URLSearchParams(window.location.search);
        if (value) after.set(NAMES[name], value);
        else after.delete(NAMES[name]);
        return after;
      },
      { replace: true },
    );
  const setView = (view: View) => {
    keep(view);
    change('view', view);
  };
  /** The address of the same list behind another filter. */
  const filteredBy = (other: string) => {
    const { filter: _, ...rest } = Object.fromEntries(params);
    return `?${new URLSearchParams(other === 'all' ? rest : { filter: other, ...rest })}`;
  };
  return {
    filter,
    text: params.get('q') ?? '',
    adviser: params.get('adviser') ?? '',
    sort: params.get('sort') ?? '',
    view: isWide ? (viewOf(params.get('view')) ?? viewOf(kept) ?? 'cards') : 'cards',
    isWide,
    change,
    setView,
    filteredBy,
  };
}
