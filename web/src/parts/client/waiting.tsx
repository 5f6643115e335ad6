import type { Client } from '#shared/contract/clients.ts';
import type { Who } from '#shared/rules/open-kinds.ts';
import { Dash } from '../../ui/text/dash.tsx';

/** Names who is waited for: the reader is "You", another adviser is "Adviser". */
export const sayWho = (who: Who, isOwn: boolean) =>
  ({ adviser: isOwn ? 'You' : 'Adviser', client: 'Client', provider: 'Provider' })[who];

export function WaitingFor({ client, reader }: { client: Client; reader: string }) {
  const names = client.waitingFor.map((who) => sayWho(who, client.adviserId === reader));
  return <span>{names.length > 0 ? names.join(', ') : <Dash>Nobody</Dash>}</span>;
}
