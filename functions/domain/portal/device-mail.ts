import { getTogether, itemAt } from '../../aws/table.ts';
import type { ActivityItem } from '../../services/audit-log/entry.ts';
import { dataOf } from '../../services/audit-log/entry.ts';
import { timeOfKey } from '../../services/keys/ids.ts';
import { childKeyOf, clientIdOf } from '../../services/keys/keys.ts';
import { sendOnce } from '../../services/mail/send-once.ts';
import { deviceLetter } from '../../services/mail/templates/templates.ts';
import { readSettings } from '../../services/settings.ts';
import { type ClientItem, clientKey, clientReader as toClient } from '../clients/client.ts';
import { linkMailed, takesLink } from '../clients/link.ts';
import { portalTokenOf } from '../clients/portal-token.ts';
import { type DeviceItem, deviceKey, isConfirmed } from './device.ts';

/** Tells a client by mail of a device that was confirmed, as long as that one opens its page. */
export async function mailNewDevice(confirmed: ActivityItem, now: Date): Promise<void> {
  const { label } = dataOf(confirmed, 'device-confirmed');
  const [clientId, line] = [clientIdOf(confirmed), childKeyOf(confirmed)];
  const mark = (confirmed.v === 2 && confirmed.ref) || '';
  const [items, { firm, keys }] = await Promise.all([
    getTogether([clientKey(clientId), deviceKey(clientId, mark)]),
    readSettings(),
  ]);
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  const device = itemAt<DeviceItem>(items, deviceKey(clientId, mark));
  if (!takesLink(client) || !isConfirmed(device, client, now)) return;
  const at = new Date(timeOfKey(line));
  const letter = deviceLetter(firm, toClient(client), { label, at, token: await portalTokenOf(client, keys) });
  await sendOnce({ purpose: 'device', ref: clientId, slot: line }, letter, now, [linkMailed(client)]);
}
