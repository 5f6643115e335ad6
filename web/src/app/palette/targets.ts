import { useQuery } from '@tanstack/react-query';
import { journeyLabel } from '#shared/rules/clients.ts';
import { fold } from '../../lib/fold.ts';
import { clientPath } from '../../lib/paths.ts';
import { clientsQuery, searchClients } from '../../parts/clients.ts';
import { useMe } from '../../parts/me.ts';
import { namedScreensFor } from '../../parts/screens.ts';

const MOST_CLIENTS = 8;

/** Somewhere to go: what it is called, what it is, its address. */
export interface Target {
  label: string;
  hint: string;
  to: string;
}

/**
 * The clients and screens whose name holds the text, clients first; all screens while nothing is typed. `isLoading`
 * while clients are being read, also anew: another may match better, or have another name by now; `isError` where clients could not be read.
 */
export function useTargets(typed: string) {
  const { role } = useMe();
  const { data = [], isFetching, isError } = useQuery(clientsQuery());
  const text = typed.trim();
  const clients = text ? searchClients(data, text).slice(0, MOST_CLIENTS) : [];
  const targets: Target[] = [
    ...clients.map((client) => ({ label: client.name, hint: journeyLabel(client), to: clientPath(client.id) })),
    ...namedScreensFor(role)
      .filter(({ label }) => fold(label).includes(fold(text)))
      .map((screen) => ({ ...screen, hint: 'Screen' })),
  ];
  const isLoading = text !== '' && isFetching;
  return { targets, isLoading, isError: text !== '' && isError };
}
