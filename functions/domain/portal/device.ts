import type { Device } from '#shared/contract/devices.ts';
import { UNREMEMBERED_DEVICE_HOURS } from '#shared/rules/lifetimes.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { type Key, query } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, clientPartition, itemKey } from '../../services/keys/keys.ts';
import { DEVICE } from '../../services/sessions/device-cookie.ts';
import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from '../clients/client.ts';
import { FIRST_PERSON, type LinkItem, numberOf, type Person } from '../clients/person.ts';

export interface DeviceItem extends Key {
  v: 1;
  label: string;
  by: Device['by'];
  /** ISO times; `lastAt` is accurate to a day. */
  confirmedAt: string;
  lastAt: string;
  endsAt: string;
  version: number;
  ttl: number;
}

export const deviceKey = (clientId: string, deviceId: string) => itemKey(KEYS.device, clientId, deviceId);

/** Returns the id of a person's device. Those of others than the first begin with the person's number. */
export const deviceIdOf = (number: number, mark: string) => (number === FIRST_PERSON ? mark : `${number}.${mark}`);

/** `days` is `undefined` for a device that is not remembered. */
export function newDevice(
  person: Person,
  mark: string,
  { label, by, days }: Pick<DeviceItem, 'label' | 'by'> & { days: number | undefined },
  now: Date,
): DeviceItem {
  const hours = days === undefined ? UNREMEMBERED_DEVICE_HOURS : days * 24;
  const endsAt = new Date(now.getTime() + hours * HOUR_MS);
  const at = now.toISOString();
  return {
    ...deviceKey(clientIdOf(person.client), deviceIdOf(numberOf(person), mark)),
    v: 1,
    label,
    by,
    confirmedAt: at,
    lastAt: at,
    endsAt: endsAt.toISOString(),
    version: person.own.deviceVersion ?? 0,
    ...removedAfter(Math.floor(endsAt.getTime() / 1000)),
  };
}

export const devicesOf = (clientId: string) => query<DeviceItem>(clientPartition(clientId), DEVICE);

export const isDeviceOf = (device: DeviceItem, person: Person): boolean => {
  const [number, mark] = childKeyOf(device).split('.');
  return (mark === undefined ? FIRST_PERSON : Number(number)) === numberOf(person);
};

export const isConfirmed = (
  device: DeviceItem | undefined,
  { deviceVersion = 0 }: Pick<LinkItem, 'deviceVersion'>,
  now: Date,
): device is DeviceItem =>
  device !== undefined && device.version === deviceVersion && device.endsAt > now.toISOString();

export const liveDevices = (devices: readonly DeviceItem[], person: Person, now: Date) =>
  devices
    .filter((device) => isDeviceOf(device, person) && isConfirmed(device, person.own, now))
    .sort((a, b) => (a.confirmedAt < b.confirmedAt ? 1 : -1));

/** A client's own setting overrides the firm's. */
export const mustConfirm = ({ stepUp }: Pick<ClientItem, 'stepUp'>, { portal }: Pick<Settings, 'portal'>): boolean =>
  stepUp === undefined ? portal.stepUp === 'new-device' : stepUp === 'on';

export const toDevice = (item: DeviceItem): Device => ({
  id: childKeyOf(item),
  label: item.label,
  confirmedAt: item.confirmedAt,
  lastAt: item.lastAt,
  by: item.by,
});

/** Masks an address so that only its owner recognises it: `j•••@gmail.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}•••${address.slice(at)}`;
}

interface Named {
  /** The client's, whoever of the client's people it is. */
  id: string;
  name: string;
  client: ClientItem;
  person: Person;
}
export interface PortalClient extends Named {
  kind: 'client';
  device?: DeviceItem | undefined;
}
export interface Unconfirmed extends Named {
  kind: 'client-unconfirmed';
}

export const asClient = (actor: Unconfirmed): PortalClient => ({ ...actor, kind: 'client' });
