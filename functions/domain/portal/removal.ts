import { transact } from '../../aws/table.ts';
import { notFound } from '../../services/errors.ts';
import { childKeyOf } from '../../services/keys/keys.ts';
import { type ChangeContext, recordOf } from '../clients/change.ts';
import type { DeviceItem } from './device.ts';

const gone = () => notFound('Device not found');

/** Takes a device away, which is out from its next call on. Throws 404 where there is none. */
export async function removeDevice(context: ChangeContext, device: DeviceItem | undefined): Promise<void> {
  if (!device) throw gone();
  const happened = { action: 'device-removed', data: { label: device.label }, ref: childKeyOf(device) } as const;
  await transact([{ delete: device, when: [['pk', 'exists']], refuse: gone() }, ...recordOf(context, happened)]);
}
