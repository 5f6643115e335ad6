import { useQuery } from '@tanstack/react-query';
import {
  BellRing,
  Bookmark,
  ChartNoAxesColumn,
  ClipboardCheck,
  Hourglass,
  Inbox,
  Landmark,
  LayoutDashboard,
  Link2,
  ListPlus,
  ListTodo,
  LogOut,
  type LucideIcon,
  Moon,
  PanelsTopLeft,
  RefreshCw,
  Sun,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { CLIENT_FILTERS, journeyLabel } from '#shared/rules/clients.ts';
import { fold, searchClients, searchedFields, searchFor } from '#shared/rules/search.ts';
import { clientPath, filteredClientsPath, paths } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { useTheme } from '../../lib/screen/color-mode.ts';
import { humanise } from '../../lib/text/format.ts';
import { useMe } from '../../parts/account/me.ts';
import { isLong, statsQuery, useClients, viewsQuery } from '../../parts/client/clients.ts';
import { copyPortalLink } from '../../parts/link/portal-link.ts';
import { openAsk, openStartFactfind } from '../../parts/request/open-ask.ts';
import { namedScreensFor, SECTION_TITLES } from '../../parts/screens.ts';
import { openAssignTask } from '../../parts/task/assign-task.tsx';
import { recentClients, useOpenClient } from './recent.ts';

const MIN_LETTERS = 3;

/** Clients whose name has each word of the text; names that begin with the text first, then those with such a word. */
function byName(clients: readonly Client[], text: string): Client[] {
  const wanted = fold(text);
  const isFound = searchFor(text);
  const rankOf = ({ name, asOne }: ReturnType<typeof searchedFields>) => {
    if (name.startsWith(wanted)) return 0;
    if (name.includes(` ${wanted}`)) return 1;
    return isFound(asOne) ? 2 : undefined;
  };
  return clients
    .map((client) => ({ client, rank: rankOf(searchedFields(client)) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ client }) => client);
}

/** Clients whose email address or phone number has the text, in any notation; includes those found by name. */
const byContact = (clients: readonly Client[], text: string): readonly Client[] =>
  fold(text).length < MIN_LETTERS ? [] : searchClients(clients, text);

const wordsOf = (text: string) => fold(text).split(' ');

/** Targets whose label has each word, or whose other words begin with it; labels with the whole text come first. */
export function byWords<T extends { label: string; words?: string }>(targets: readonly T[], text: string): T[] {
  const wanted = wordsOf(text);
  const isLabelled = ({ label }: T) => fold(label).includes(fold(text));
  const fits = ({ label, words = '' }: T) =>
    wanted.every((word) => fold(label).includes(word) || wordsOf(words).some((other) => other.startsWith(word)));
  return targets.filter(fits).toSorted((a, b) => Number(isLabelled(b)) - Number(isLabelled(a)));
}

/** Returns the text after an action's words, which may be abbreviated; undefined if it does not begin with them. */
export function afterWords(words: string, text: string): string | undefined {
  const known = words.split(' ');
  const typed = wordsOf(text);
  const end = typed.findIndex((part) => !known.some((word) => word.startsWith(part)));
  if (end === 0 || (typed[0] ?? '').length < MIN_LETTERS) return undefined;
  return end < 0 ? '' : typed.slice(end).join(' ');
}

const MOST_CLIENTS = 8;
const MOST_ACTED_ON = 3;

export interface PaletteItem {
  id: string;
  label: string;
  icon: LucideIcon;
  hint?: string;
  words?: string;
  run: () => unknown;
}

export interface Actions {
  signOut: () => void;
  addClient: () => void;
}

type Named = Pick<Client, 'id' | 'name'>;

const SCREENS: Readonly<Record<string, { icon: LucideIcon; words: string }>> = {
  [paths.dashboard]: { icon: LayoutDashboard, words: 'home start' },
  [paths.inbox]: { icon: Inbox, words: 'notifications messages' },
  [paths.clients]: { icon: Users, words: 'list' },
  [paths.tasks]: { icon: ListTodo, words: 'pending my to-do' },
  [paths.pendingTasks]: { icon: ListTodo, words: 'pending all to-do' },
  [paths.toReview]: { icon: ClipboardCheck, words: 'review requests documents' },
  [paths.providers]: { icon: Landmark, words: 'chase letters of authority loa pensions' },
  [paths.figures]: { icon: ChartNoAxesColumn, words: 'days median load months statistics' },
  [paths.stuck]: { icon: Hourglass, words: 'waiting quiet still reason' },
  [paths.auditLog]: { icon: PanelsTopLeft, words: 'audit log activity' },
  [paths.settings]: { icon: PanelsTopLeft, words: 'firm portal mail security' },
  [paths.account]: { icon: UserRound, words: 'profile password passkey email' },
};
const OTHER_SCREEN = { icon: PanelsTopLeft, words: '' };

/** Words that find the sections of the settings. */
const SETTINGS_WORDS: Readonly<Record<string, string>> = {
  firm: 'name phone hours closed days',
  legal: 'status line fca privacy notice complaints',
  portal: 'links devices codes',
  staff: 'passkeys second factor registration',
  documents: 'files uploads size',
  'request-templates': 'requests templates',
  'factfind-form': 'questions sections form',
  providers: 'chase letters authority',
  reminders: 'automatic emails',
  insight: 'working days quiet',
  mail: 'quiet hours digest',
} satisfies Record<keyof typeof SECTION_TITLES, string>;

type GoTo = (to: string) => () => unknown;

interface ClientAction {
  words: string;
  labelOf: (name: string) => string;
  icon: LucideIcon;
  run: (client: Named, goTo: GoTo) => unknown;
}

/** Actions on one client, found with or without the client's name after their words. */
const CLIENT_ACTIONS: readonly ClientAction[] = [
  {
    words: 'assign task to',
    labelOf: (name) => `Assign Task to ${name}`,
    icon: ListPlus,
    run: ({ id }) => openAssignTask.emit(id),
  },
  {
    words: 'ask for documents here from',
    labelOf: (name) => `Ask for Documents from ${name}`,
    icon: ListPlus,
    run: ({ id }) => openAsk.emit(id),
  },
  {
    words: 'start fact find factfind with of',
    labelOf: (name) => `Start Fact-Find with ${name}`,
    icon: ClipboardCheck,
    run: ({ id }) => openStartFactfind.emit(id),
  },
  {
    words: 'plans & letters of authority loa',
    labelOf: (name) => `Plans & Letters of ${name}`,
    icon: Landmark,
    run: ({ id }, goTo) => goTo(`${clientPath(id)}#loas`)(),
  },
  {
    words: 'reminders to of',
    labelOf: (name) => `Reminders to ${name}`,
    icon: BellRing,
    run: ({ id }, goTo) => goTo(`${clientPath(id)}#requests`)(),
  },
  {
    words: 'copy portal link of',
    labelOf: (name) => `Copy Portal Link of ${name}`,
    icon: Link2,
    run: ({ id }) => copyPortalLink(id),
  },
];

const actionsOn = (client: Named, goTo: GoTo, actions = CLIENT_ACTIONS): PaletteItem[] =>
  actions.map(({ words, labelOf, icon, run }) => ({
    id: `${words} ${client.id}`,
    label: labelOf(client.name),
    icon,
    run: () => run(client, goTo),
  }));

function useActions({ signOut, addClient }: Actions): PaletteItem[] {
  const [theme, toggleTheme] = useTheme();
  const isDark = theme === 'dark';
  return [
    { id: 'client', label: 'Add Client', icon: UserPlus, words: 'new create', run: addClient },
    {
      id: 'task',
      label: 'Assign Task',
      icon: ListPlus,
      words: 'new add create',
      run: () => openAssignTask.emit(undefined),
    },
    {
      id: 'refresh',
      label: 'Refresh',
      icon: RefreshCw,
      words: 'reload update',
      run: () => queryClient.invalidateQueries(),
    },
    {
      id: 'theme',
      label: isDark ? 'Switch to Light Theme' : 'Switch to Dark Theme',
      icon: isDark ? Sun : Moon,
      words: 'mode colour color',
      run: toggleTheme,
    },
    { id: 'logout', label: 'Logout', icon: LogOut, words: 'log out sign out exit', run: signOut },
  ];
}

/**
 * Returns the matches of the text, best first; without a text the recent clients, all screens and actions. `loading`
 * names what may still match better: clients, and views if nothing else matches. `failed` names the same on failure.
 */
export function usePaletteItems(typed: string, given: Actions) {
  const { role, id } = useMe();
  const navigate = useNavigate();
  const openClient = useOpenClient();
  const text = fold(typed);
  const acts = CLIENT_ACTIONS.map((action) => ({ action, name: text ? afterWords(action.words, text) : undefined }));
  const stats = queryClient.getQueryData(statsQuery.queryKey);
  const search = useClients({
    text: acts.find(({ name }) => name)?.name ?? typed,
    enabled: text !== '' || !(stats && isLong(stats)),
  });
  const views = useQuery(viewsQuery);
  const { clients: data = [] } = search;
  // Read once, so that the marked option does not move.
  const [opened] = useState(() => recentClients(id));
  const actions = useActions(given);
  const goTo: GoTo = (to) => () => navigate(to);
  const ofClient = (client: Named, hint: string): PaletteItem => ({
    id: client.id,
    label: client.name,
    icon: UserRound,
    hint,
    run: goTo(clientPath(client.id)),
  });
  const screens = namedScreensFor(role).map(
    ({ label, to }): PaletteItem => ({ id: to, label, ...(SCREENS[to] ?? OTHER_SCREEN), run: goTo(to) }),
  );
  if (!text) {
    const recent = opened.filter((client) => client.id !== openClient);
    const open = opened.filter((client) => client.id === openClient).flatMap((client) => actionsOn(client, goTo));
    const targets = [...recent.map((client) => ofClient(client, 'Recent')), ...screens, ...open, ...actions];
    return { targets };
  }
  const onClients = acts.flatMap(({ action, name }) => {
    if (name === undefined) return [];
    const candidates = name ? byName(data, name) : opened;
    return candidates.slice(0, MOST_ACTED_ON).flatMap((client) => actionsOn(client, goTo, [action]));
  });
  const filters = CLIENT_FILTERS.map(
    (filter): PaletteItem => ({
      id: filter,
      label: `Clients: ${humanise(filter)}`,
      icon: Users,
      words: 'filter',
      run: goTo(filteredClientsPath(filter)),
    }),
  );
  const viewItems = (views.data ?? []).map(
    ({ id, name, query, shared }): PaletteItem => ({
      id,
      label: `View: ${name}`,
      icon: Bookmark,
      ...(shared && { hint: 'Shared' }),
      run: () => navigate(`${paths.clients}?${query}`, { state: { view: id } }),
    }),
  );
  const settings = Object.entries(SECTION_TITLES).map(
    ([anchor, title]): PaletteItem => ({
      id: `settings ${anchor}`,
      label: `Settings › ${title}`,
      icon: PanelsTopLeft,
      words: SETTINGS_WORDS[anchor] ?? '',
      run: goTo(`${paths.settings}#${anchor}`),
    }),
  );
  const lists: PaletteItem[] = [
    ...filters,
    { id: 'export', label: 'Export Clients', icon: Users, words: 'csv spreadsheet', run: goTo(paths.clients) },
    ...(role === 'admin' ? settings : []),
    ...viewItems,
  ];
  const first = byName(data, text).slice(0, MOST_CLIENTS);
  const others = byContact(data, typed).filter((client) => !first.includes(client));
  const targets: PaletteItem[] = [
    ...first.map((client) => ofClient(client, journeyLabel(client))),
    ...byWords(screens, text),
    ...(openClient ? onClients : []),
    ...others.slice(0, MOST_CLIENTS - first.length).map((client) => ofClient(client, client.email)),
    ...byWords(actions, text),
    ...(openClient ? [] : onClients),
    ...byWords(lists, text),
  ];
  const which = (is: 'isFetching' | 'isError') => {
    if (search.list[is] || (is === 'isFetching' && search.isSearching)) return 'clients';
    return targets.length === 0 && views[is] ? 'views' : undefined;
  };
  return { targets, loading: which('isFetching'), failed: which('isError') };
}
