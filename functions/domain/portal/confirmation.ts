import type { Condition } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import { notFound } from '../../services/errors.ts';
import { childKeyOf, newId } from '../../services/keys/keys.ts';
import { deviceMark } from '../../services/sessions/device-cookie.ts';
import type { Settings } from '../../services/settings.ts';
import { type ChangeContext, entryWrites } from '../clients/client-writes.ts';
import { linkAsRead } from '../clients/link-validity.ts';
import { isFirst } from '../clients/person.ts';
import type { CodesItem } from './codes.ts';
import { asClient, type DeviceItem, isDeviceOf, newDevice, type PortalClient, type Unconfirmed } from './device.ts';
import { checkGuess, codeUsed, EXPIRED } from './guesses.ts';

const NOT_SUSPENDED: Condition = ['summary/portalSuspended', 'absent'];

type Context = ChangeContext<PortalClient>;

interface DeviceProof {
  code: string;
  remember: boolean;
  deviceId: string | undefined;
  label: string;
}

/** Confirms a device by an emailed code or a phrase from the phone. Returns the browser's id. Throws 401 or 429. */
export async function confirmDevice(
  { actor, now }: { actor: Unconfirmed; now: Date },
  { code, remember, deviceId = newId(), label }: DeviceProof,
  item: CodesItem | undefined,
  { portal }: Pick<Settings, 'portal'>,
): Promise<string> {
  const { client, person } = actor;
  const context = { actor: asClient(actor), client, now };
  const refused = { action: 'portal-code-refused', data: {} } as const;
  const found = await checkGuess(context, { given: code, refused }, item);
  const { by } = found;
  const mark = deviceMark(deviceId);
  const device = newDevice(person, mark, { label, by, days: remember ? portal.deviceDays : undefined }, now);
  await transact([
    ...codeUsed(person, found, EXPIRED),
    { put: { ...device } },
    ...(isFirst(person) ? [] : [{ check: person.own, when: linkAsRead(person) }]),
    ...entryWrites(context, { action: 'device-confirmed', data: { label, by }, ref: childKeyOf(device) }, [
      ...(isFirst(person) ? linkAsRead(person) : []),
      NOT_SUSPENDED,
    ]),
  ]);
  return deviceId;
}

const gone = () => notFound('Device not found');

/** Removes a device of the caller's own. Throws 404 for another person's. */
export const removeOwnDevice = (context: Context, device: DeviceItem | undefined): Promise<void> =>
  removeDevice(context, device && isDeviceOf(device, context.actor.person) ? device : undefined);

/** Removes a device; its next request is rejected. Throws 404 if there is none. */
export async function removeDevice(context: ChangeContext, device: DeviceItem | undefined): Promise<void> {
  if (!device) throw gone();
  const happened = { action: 'device-removed', data: { label: device.label }, ref: childKeyOf(device) } as const;
  await transact([{ delete: device, when: [['pk', 'exists']], refuse: gone() }, ...entryWrites(context, happened)]);
}
