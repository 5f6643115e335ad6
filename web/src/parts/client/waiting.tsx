import type { Client } from '#shared/contract/clients.ts';
import { Dash } from '../../ui/text/dash.tsx';

type Waiting = 'client' | 'adviser' | 'both' | 'nobody';

/** Returns who has open tasks of a client. */
export function waitingFor({ openAdviserTasks, openClientTasks }: Client): Waiting {
  if (openAdviserTasks > 0) return openClientTasks > 0 ? 'both' : 'adviser';
  return openClientTasks > 0 ? 'client' : 'nobody';
}

export function WaitingFor({ client, reader }: { client: Client; reader: string }) {
  const adviser = client.adviserId === reader ? 'You' : 'Adviser';
  const labels = { client: 'Client', adviser, both: `${adviser}, Client`, nobody: <Dash>Nobody</Dash> };
  return <span>{labels[waitingFor(client)]}</span>;
}
