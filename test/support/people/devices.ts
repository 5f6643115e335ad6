import { randomUUID } from 'node:crypto';
import { clientKey } from '#functions/domain/clients/client.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import type { Caller } from '../api.ts';
import { entryByClient, followed } from '../audit-entries.ts';
import { changeStored } from '../aws.ts';
import { newClient } from '../builders.ts';
import { codeIn, mailsTo } from '../mail.ts';

/** A client whose devices must be confirmed. */
export async function guardedClient(adviser: Caller, given: Record<string, unknown> = {}) {
  const client = await newClient(adviser, given);
  await changeStored(clientKey(client.id), { stepUp: 'on' });
  return client;
}
type Guarded = Awaited<ReturnType<typeof guardedClient>>;

/** The entry that a request for a code leaves; not stored, so that only the test handles it. */
export const codeRequest = (client: Guarded, at?: Date): AuditEntry =>
  entryByClient(client, { action: 'portal-code-requested', data: {} }, at);

export async function mailedCode(client: Guarded, now = new Date()): Promise<string> {
  await followed(codeRequest(client, now), now);
  return codeIn((await mailsTo(client.email)).find((mail) => codeIn(mail) !== ''));
}

export const typed = (caller: Caller, code: string, remember = true, headers: Record<string, string> = {}) =>
  caller.call('POST /api/portal/device', { body: { code, remember }, headers });

export function otherThan(...codes: string[]): string {
  for (;;) {
    const code = String(Number.parseInt(randomUUID().slice(0, 8), 16) % 1_000_000).padStart(6, '0');
    if (!codes.includes(code)) return code;
  }
}
