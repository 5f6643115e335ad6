import type { Client } from '#shared/contract/clients.ts';
import { Dash } from '../../ui/text/dash.tsx';

type Waiting = 'client' | 'adviser' | 'both' | 'nobody';

/** Returns who has open tasks of a client, or requests to answer or review. */
export function waitingFor(client: Client): Waiting {
  const forAdviser = client.openAdviserTasks + client.requestsToReview > 0;
  const forClient = client.openClientTasks + client.openRequests > 0;
  if (forAdviser) return forClient ? 'both' : 'adviser';
  return forClient ? 'client' : 'nobody';
}

export function WaitingFor({ client, reader }: { client: Client; reader: string }) {
  const adviser = client.adviserId === reader ? 'You' : 'Adviser';
  const labels = { client: 'Client', adviser, both: `${adviser}, Client`, nobody: <Dash>Nobody</Dash> };
  return <span>{labels[waitingFor(client)]}</span>;
}
