import type { Client } from '#shared/contract/clients.ts';
import { Dash } from '../../ui/text/dash.tsx';

/** Who has something to do for a client. */
type Waiting = 'client' | 'adviser' | 'both' | 'nobody';

/** Who has something to do for a client, from the tasks that are not completed. */
export function waitingFor({ openAdviserTasks, openClientTasks }: Client): Waiting {
  if (openAdviserTasks > 0) return openClientTasks > 0 ? 'both' : 'adviser';
  return openClientTasks > 0 ? 'client' : 'nobody';
}

/** {@link waitingFor} in words, to whoever reads: its own clients wait for "You". */
export function WaitingFor({ client, reader }: { client: Client; reader: string }) {
  const adviser = client.adviserId === reader ? 'You' : 'Adviser';
  const labels = { client: 'Client', adviser, both: `${adviser}, Client`, nobody: <Dash>Nobody</Dash> };
  return <span>{labels[waitingFor(client)]}</span>;
}
