import { useQuery } from '@tanstack/react-query';
import { clientsQuery, searchClients } from '../../lib/clients.ts';
import { clientPath, screensFor } from '../../paths.ts';
import { useMe } from '../session/queries.ts';

const MOST_CLIENTS = 8;

/** Somewhere to go: what it is called, what it is, its address. */
export interface Target {
  label: string;
  hint: string;
  to: string;
}

/** The clients and screens whose name holds the text, clients first; all screens while nothing is typed. */
export function useTargets(text: string) {
  const { role } = useMe();
  const { data = [], isPending, isError } = useQuery(clientsQuery());
  const wanted = text.trim().toLowerCase();
  const clients = wanted ? searchClients(data, wanted).slice(0, MOST_CLIENTS) : [];
  const targets: Target[] = [
    ...clients.map(({ id, name, currentStage }) => ({ label: name, hint: currentStage, to: clientPath(id) })),
    ...screensFor(role)
      .filter(({ label }) => label.toLowerCase().includes(wanted))
      .map((screen) => ({ ...screen, hint: 'Screen' })),
  ];
  return { targets, isPending, isError };
}
