import { randomUUID } from 'node:crypto';
import { retried } from '#functions/aws/retry.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import type { Caller } from '../api.ts';
import { changeStored } from '../aws.ts';
import { newClient } from '../builders.ts';
import '../handlers.ts';
import { entryFor } from '../audit-entries.ts';
import { codeIn, mailsTo } from '../mail.ts';

/** A client whose devices must be confirmed. */
export async function guardedClient(adviser: Caller, given: Record<string, unknown> = {}) {
  const client = await newClient(adviser, given);
  await changeStored(clientKey(client.id), { stepUp: 'on' });
  return client;
}
type Guarded = Awaited<ReturnType<typeof guardedClient>>;

/** The entry that a request for a code leaves; not stored, so that only the test handles it. */
export const codeRequest = ({ id, name }: { id: string; name: string }, at = new Date()): AuditEntry =>
  entryFor(id, { kind: 'client', id, name }, { action: 'portal-code-requested', data: {} }, at);

export const followed = (line: AuditEntry, now = new Date()) => retried(() => handleEntry(line, now));

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
