import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { View } from '#shared/contract/views.ts';
import {
  canonicalListQuery,
  LIST_COLUMNS,
  type ListParam,
  type ListView,
  listColumnsOf,
  listQueryOf,
  listViewOf,
} from '#shared/rules/client-list.ts';
import { CLIENT_FILTERS } from '#shared/rules/clients.ts';
import { useWide } from '../../../lib/screen/use-wide.ts';
import { useMe } from '../../../parts/account/me.ts';
import { viewsQuery } from '../../../parts/client/clients.ts';
import { useStoredChoice } from '../../../parts/stored-choice.ts';
import { COLUMNS } from './columns.tsx';

/** Converts ids of hidden columns to ids that differ from the default, and back. */
const toggled = (ids: readonly string[]) =>
  COLUMNS.filter(({ id, isOptional = false }) => ids.includes(id) !== isOptional).map(({ id }) => id);

const without = (ids: readonly string[]) => LIST_COLUMNS.filter((id) => !ids.includes(id));

/** Hidden columns: those of the address, else those of this browser, which stores differences from the default. */
function useHiddenColumns(named: string | null, name: (columns: string) => void) {
  const [stored, store] = useStoredChoice(`clients-columns-hidden ${useMe().id}`);
  const hidden = useMemo(() => {
    const shown = listColumnsOf(named);
    return shown ? without(shown) : toggled(stored?.split(' ') ?? []);
  }, [named, stored]);
  const hide = (ids: readonly string[]) =>
    listColumnsOf(named) ? name(without(ids).join('.')) : store(toggled(ids).join(' '));
  return { hidden, hide };
}

/**
 * Finds the saved view that the list shows, else the one that it was opened from. That one's id is in the state of the
 * history entry, so that Back returns to it.
 */
function useOpenView(isAt: (query: string) => boolean) {
  const { search, state } = useLocation();
  const openedId = typeof state?.view === 'string' ? state.view : undefined;
  const isNamed = search !== '' || openedId !== undefined;
  const { data = [] } = useQuery({ ...viewsQuery, enabled: isNamed });
  const opened = data.find(({ id }) => id === openedId);
  const openView = opened && isAt(opened.query) ? opened : (data.find(({ query }) => isAt(query)) ?? opened);
  return { openView, isNamed, id: openView?.id ?? openedId };
}

/**
 * Keeps filter, order, view and columns of the list in the address, so that Back restores them. The last chosen view and
 * columns are the default; phones always show cards.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const [stored, store] = useStoredChoice(`clients-view ${useMe().id}`);
  const isWide = useWide('md');
  const filter = CLIENT_FILTERS.find((known) => known === params.get('filter') && known !== 'all');
  const kept = useRef<{ view: string | undefined }>(undefined);
  const change = (name: ListParam, value: string) =>
    setParams(
      // Reads the address at the time of the call, because this closure may be stale.
      () => {
        const after = new URLSearchParams(window.location.search);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true, state: kept.current },
    );
  const columns = useHiddenColumns(params.get('columns'), (shown) => change('columns', shown));
  const view = listViewOf(params.get('view')) ?? listViewOf(stored) ?? 'cards';
  const setView = (chosen: ListView) => {
    store(chosen);
    change('view', chosen);
  };
  /** Query that opens this list in any browser, as it names what this one has by default. */
  const query = listQueryOf({
    ...Object.fromEntries(params),
    view,
    columns: view === 'table' ? without(columns.hidden).join('.') : null,
  });
  const named = canonicalListQuery(params.toString());
  /** Returns true if a query opens this list. */
  const isAt = (other: string) => other === query || other === named;
  const { openView, isNamed, id } = useOpenView(isAt);
  useEffect(() => {
    kept.current = { view: id };
  }, [id]);
  /** Returns the link to this list with another filter. */
  const filteredBy = (other: string) => {
    const { filter: _, ...rest } = Object.fromEntries(params);
    const to = `?${new URLSearchParams(other === 'all' ? rest : { filter: other, ...rest })}`;
    return { to, state: { view: id } };
  };
  return {
    filter,
    text: params.get('q') ?? '',
    adviser: params.get('adviser') ?? '',
    sort: params.get('sort') ?? '',
    view: isWide ? view : 'cards',
    ...columns,
    isWide,
    change,
    setView,
    filteredBy,
    query,
    isAt,
    openView,
    /** True if the address describes a list, as of a view. */
    isNamed,
    open: (view: Pick<View, 'id' | 'query'>, replace = false) =>
      setParams(new URLSearchParams(view.query), { replace, state: { view: view.id } }),
  } as const;
}

export type ListAddress = ReturnType<typeof useListAddress>;
