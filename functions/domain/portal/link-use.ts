import { unchanged } from '../../aws/expressions.ts';
import { tryUpdate } from '../../aws/table.ts';
import type { PortalClient } from './actor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const isOld = (at: string | undefined, now: Date) => at === undefined || now.getTime() - Date.parse(at) >= DAY_MS;

/** Notes that a client opened its page, and on which device: each at most once a day. */
export async function noteUse({ client, device }: PortalClient, now: Date): Promise<void> {
  const at = now.toISOString();
  const when = [['deleting', 'absent'] as const, unchanged('tokenVersion', client.tokenVersion)];
  await Promise.all([
    isOld(client.linkUsedAt, now) && tryUpdate(client, { set: { linkUsedAt: at }, when }),
    device && isOld(device.lastAt, now) && tryUpdate(device, { set: { lastAt: at }, when: [['pk', 'exists']] }),
  ]);
}
