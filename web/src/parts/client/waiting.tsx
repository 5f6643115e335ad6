import type { Client } from '#shared/contract/clients.ts';
import { waitingFor } from '#shared/rules/client-columns.ts';
import { Dash } from '../../ui/text/dash.tsx';

export function WaitingFor({ client, reader }: { client: Client; reader: string }) {
  const adviser = client.adviserId === reader ? 'You' : 'Adviser';
  const labels = { client: 'Client', adviser, both: `${adviser}, Client`, nobody: <Dash>Nobody</Dash> };
  return <span>{labels[waitingFor(client)]}</span>;
}
