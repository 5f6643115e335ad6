import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { journeyLabel } from '#shared/rules/clients.ts';
import { useTheme } from '../../lib/color-mode.ts';
import { fold } from '../../lib/fold.ts';
import { clientPath } from '../../lib/paths.ts';
import { clientsQuery } from '../../parts/clients.ts';
import { useMe } from '../../parts/me.ts';
import { namedScreensFor } from '../../parts/screens.ts';
import { byContact, byName } from './match.ts';
import { recentClients, useOpenClient } from './recent.ts';

const MOST_CLIENTS = 8;

/** Somewhere to go, or something to do: what it is called, what it is, what it does. */
export interface Target {
  id: string;
  label: string;
  hint: string;
  act: () => unknown;
}

/** What the palette can do that is not its own. */
export interface Actions {
  signOut: () => void;
  addClient: () => void;
  assignTask: (clientId: string) => void;
}

function useActions({ signOut, addClient, assignTask }: Actions): Target[] {
  const [theme, toggleTheme] = useTheme();
  const openClient = useOpenClient();
  const other = theme === 'dark' ? 'light' : 'dark';
  const action = (label: string, act: () => unknown) => ({ id: label, label, hint: 'Action', act });
  return [
    ...(openClient ? [action('Assign a task here', () => assignTask(openClient))] : []),
    action('New client', addClient),
    action(`Theme: switch to ${other}`, toggleTheme),
    action('Log out', signOut),
  ];
}

const named = (targets: readonly Target[], text: string) =>
  targets.filter(({ label }) => fold(label).includes(fold(text)));

/**
 * What fits the text, the best first: clients by name, screens, clients by e-mail address or phone, actions. While nothing is
 * typed the clients opened last, all screens and all actions. `isLoading` while clients are being read, also anew: another may
 * match better, or have another name by now; `isError` where clients could not be read.
 */
export function useTargets(typed: string, given: Actions) {
  const { role, id } = useMe();
  const navigate = useNavigate();
  const openClient = useOpenClient();
  const { data = [], isFetching, isError } = useQuery(clientsQuery());
  // As they were when it was opened: what is marked does not move.
  const [recent] = useState(() => recentClients(id).filter((client) => client.id !== openClient));
  const actions = useActions(given);
  const goTo = (to: string) => () => navigate(to);
  const ofClient = (client: Pick<Client, 'id' | 'name'>, hint: string) => ({
    id: client.id,
    label: client.name,
    hint,
    act: goTo(clientPath(client.id)),
  });
  const screens = namedScreensFor(role).map(({ label, to }) => ({ id: to, label, hint: 'Screen', act: goTo(to) }));
  const text = typed.trim();
  if (!text) {
    const targets = [...recent.map((client) => ofClient(client, 'Recent')), ...screens, ...actions];
    return { targets, isLoading: false, isError: false };
  }
  const first = byName(data, text).slice(0, MOST_CLIENTS);
  const others = byContact(data, text).filter((client) => !first.includes(client));
  const targets: Target[] = [
    ...first.map((client) => ofClient(client, journeyLabel(client))),
    ...named(screens, text),
    ...others.slice(0, MOST_CLIENTS - first.length).map((client) => ofClient(client, client.email)),
    ...named(actions, text),
  ];
  return { targets, isLoading: isFetching, isError };
}
