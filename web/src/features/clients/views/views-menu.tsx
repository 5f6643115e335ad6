import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, Check, Pencil, Plus, RotateCw, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { View } from '#shared/contract/views.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { useMe } from '../../../parts/account/me.ts';
import { viewsQuery } from '../../../parts/client/clients.ts';
import { runChange } from '../../../parts/refreshes.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Confirmation } from '../../../ui/feedback/confirm-button.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import type { MenuEntry, MenuGroups } from '../../../ui/overlay/menu-keys.ts';
import { Words } from '../../../ui/text/words.tsx';
import type { ListAddress } from '../list/address.ts';
import { deleteView, updateView } from './queries.ts';

const ViewDialog = lazyDialog(() => import('./view-dialog.tsx'));

/** Age in milliseconds from which views are read again, as colleagues may have shared some. */
const FRESH = 30_000;

/** Reads the views once somebody is about to open the menu. */
function useViews() {
  const [isWanted, want] = useState(false);
  const query = useQuery({ ...viewsQuery, enabled: isWanted });
  const wake = () => {
    want(true);
    void queryClient.prefetchQuery({ ...viewsQuery, staleTime: FRESH });
  };
  return { ...query, onPointerEnter: wake, onFocus: wake };
}

interface Opened {
  kind: 'save' | 'edit' | 'delete';
  view?: View;
}

type Begin = (opened: Opened) => void;

const byName = (a: View, b: View) => a.name.localeCompare(b.name, 'en-GB', { numeric: true });

/** Returns the entries that open views. */
function openingGroups(views: readonly View[], current: View | undefined, open: ListAddress['open']): MenuGroups {
  const entryOf = (view: View): MenuEntry => ({
    id: view.id,
    label: view.name,
    icon: view === current ? Check : Bookmark,
    current: view === current,
    onSelect: () => open(view),
  });
  return [
    { heading: 'Your views', entries: views.filter(({ shared }) => !shared) },
    { heading: 'Shared', entries: views.filter(({ shared }) => shared) },
  ].flatMap(({ heading, entries }) =>
    entries.length > 0 ? [{ heading, entries: entries.toSorted(byName).map(entryOf) }] : [],
  );
}

/** Returns the entries that change the view that is open, or that was opened before the list changed. */
function changingGroup(view: View, changedTo: string | undefined, isAdmin: boolean, begin: Begin) {
  const update: MenuEntry = {
    label: `Update “${view.name}”`,
    icon: Save,
    onSelect: () =>
      void runChange(updateView(view), { params: { id: view.id }, body: { version: view.version, query: changedTo } }),
  };
  const rename: MenuEntry = {
    label: isAdmin ? 'Rename or Share…' : 'Rename…',
    icon: Pencil,
    onSelect: () => begin({ kind: 'edit', view }),
  };
  const deletion: MenuEntry = {
    label: 'Delete View…',
    icon: Trash2,
    danger: true,
    onSelect: () => begin({ kind: 'delete', view }),
  };
  return {
    heading: `“${view.name}”`,
    entries: changedTo === undefined ? [rename, deletion] : [update, rename, deletion],
  };
}

function groupsOf(
  { data, isError, refetch }: ReturnType<typeof useViews>,
  { isAt, openView, query, open }: ListAddress,
  isAdmin: boolean,
  begin: Begin,
): MenuGroups {
  const save: MenuEntry = { label: 'Save as View…', icon: Plus, onSelect: () => begin({ kind: 'save' }) };
  if (!data && isError) {
    const retry: MenuEntry = { label: 'Try Again', icon: RotateCw, stays: true, onSelect: () => void refetch() };
    return [{ heading: 'The views could not be loaded', entries: [retry] }, [save]];
  }
  if (!data) return [{ heading: 'Loading views...', entries: [save] }];
  if (data.length === 0)
    return [{ heading: 'No views yet. Filter or sort the list, then save it here.', entries: [save] }];
  const isCurrent = openView && isAt(openView.query);
  return [
    ...openingGroups(data, isCurrent ? openView : undefined, open),
    ...(openView?.own ? [changingGroup(openView, isCurrent ? undefined : query, isAdmin, begin)] : []),
    [save],
  ];
}

const questionOf = ({ name, shared }: View) => ({
  title: 'Delete View',
  text: `Are you sure you want to delete the view “${name}”?${shared ? ' It is deleted for everyone.' : ''} No client is deleted.`,
  confirm: 'Delete',
  busy: 'Deleting...',
});

/** Menu of saved views. It opens them, and saves, changes and deletes them. */
export function ViewsMenu({ address }: { address: ListAddress }) {
  const views = useViews();
  const isAdmin = useMe().role === 'admin';
  const { mutateAsync: remove } = useMutation(deleteView);
  const [opened, setOpened] = useState<Opened>();
  const [open, setOpen] = useState(false);
  const begin = (next: Opened) => {
    setOpened(next);
    setOpen(true);
  };
  const dialog = { open, onClose: () => setOpen(false) };
  const view = views.data?.find(({ id }) => id === opened?.view?.id) ?? opened?.view;
  const named = address.isNamed ? address.openView : undefined;
  const changed = named && !address.isAt(named.query) ? ' · changed' : '';
  const label = named ? `Views: ${named.name}${changed}` : 'Views';
  return (
    <>
      <MenuButton
        label={label}
        title={label}
        size="sm"
        variant="outline"
        onPointerEnter={views.onPointerEnter}
        onFocus={views.onFocus}
        groups={groupsOf(views, address, isAdmin, begin)}
        px="2.5"
        minW="9"
        flexShrink="1"
      >
        <Bookmark aria-hidden />
        {named ? (
          <Flex gap="1" minW="0">
            <Words truncate maxW="11rem">
              {named.name}
            </Words>
            {changed && <span>· changed</span>}
          </Flex>
        ) : (
          <chakra.span hideBelow="lg">Views</chakra.span>
        )}
      </MenuButton>
      {opened && opened.kind !== 'delete' && (
        <ViewDialog {...dialog} view={view} query={address.query} onSaved={(saved) => address.open(saved, true)} />
      )}
      {opened?.kind === 'delete' && view && (
        <Confirmation {...dialog} question={questionOf(view)} onConfirm={() => remove({ params: { id: view.id } })} />
      )}
    </>
  );
}
