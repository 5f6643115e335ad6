import type { Device } from '#shared/contract/devices.ts';
import { type Key, query } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { childKeyOf, clientIdOf, clientPartition, itemKey } from '../../services/keys/keys.ts';
import * as KEYS from '../../services/keys/kinds.ts';
import { DEVICE } from '../../services/sessions/device-cookie.ts';
import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from '../clients/client.ts';

export interface DeviceItem extends Key {
  v: 1;
  label: string;
  by: Device['by'];
  /** When it was confirmed, and when it last opened the page, ISO; the latter to a day. */
  confirmedAt: string;
  lastAt: string;
  /** When it has to be confirmed again, ISO. */
  endsAt: string;
  version: number;
  ttl: number;
}

export const deviceKey = (clientId: string, mark: string) => itemKey(KEYS.device, clientId, mark);

const HOUR_MS = 60 * 60 * 1000;
const NOT_REMEMBERED_MS = 12 * HOUR_MS;

/** A device as it is confirmed for a client; `days` is for how long, `undefined` where it is not to be remembered. */
export function newDevice(
  client: Pick<ClientItem, 'pk' | 'sk' | 'deviceVersion'>,
  mark: string,
  { label, by, days }: Pick<DeviceItem, 'label' | 'by'> & { days: number | undefined },
  now: Date,
): DeviceItem {
  const endsAt = new Date(now.getTime() + (days === undefined ? NOT_REMEMBERED_MS : days * 24 * HOUR_MS));
  const at = now.toISOString();
  return {
    ...deviceKey(clientIdOf(client), mark),
    v: 1,
    label,
    by,
    confirmedAt: at,
    lastAt: at,
    endsAt: endsAt.toISOString(),
    version: client.deviceVersion ?? 0,
    ...removedAfter(Math.floor(endsAt.getTime() / 1000)),
  };
}

export const devicesOf = (clientId: string) => query<DeviceItem>(clientPartition(clientId), DEVICE);

/** Whether a device opens a client's page: confirmed, not ended, and not void by a new link since. */
export const isConfirmed = (
  device: DeviceItem | undefined,
  { deviceVersion = 0 }: Pick<ClientItem, 'deviceVersion'>,
  now: Date,
): device is DeviceItem =>
  device !== undefined && device.version === deviceVersion && device.endsAt > now.toISOString();

/** The devices that open a client's page by now, the last confirmed first. */
export const liveDevices = (devices: readonly DeviceItem[], client: Pick<ClientItem, 'deviceVersion'>, now: Date) =>
  devices.filter((device) => isConfirmed(device, client, now)).sort((a, b) => (a.confirmedAt < b.confirmedAt ? 1 : -1));

/** Whether a client's devices have to be confirmed: as the client's own setting says, else as the firm's does. */
export const mustConfirm = ({ stepUp }: Pick<ClientItem, 'stepUp'>, { portal }: Pick<Settings, 'portal'>): boolean =>
  stepUp === undefined ? portal.stepUp === 'new-device' : stepUp === 'on';

export const toDevice = (item: DeviceItem): Device => ({
  id: childKeyOf(item),
  label: item.label,
  confirmedAt: item.confirmedAt,
  lastAt: item.lastAt,
  by: item.by,
});

/** An address of which so much is shown that its holder knows it: `j•••@gmail.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}•••${address.slice(at)}`;
}

interface Named {
  id: string;
  name: string;
  client: ClientItem;
}
export interface PortalClient extends Named {
  kind: 'client';
  device?: DeviceItem | undefined;
}
export interface Unconfirmed extends Named {
  kind: 'client-unconfirmed';
}

export const asClient = (actor: Unconfirmed): PortalClient => ({ ...actor, kind: 'client' });
