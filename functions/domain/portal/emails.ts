import { getTogether, itemAt, type Key, type Write } from '../../aws/table.ts';
import { type AuditEntry, dataOf, type EntryOf } from '../../services/audit-log/entry.ts';
import { childKeyOf, clientIdOf, parseChildId, timeOfKey } from '../../services/keys/keys.ts';
import { sendOnce } from '../../services/mail/send.ts';
import { codeEmail, deviceEmail, signCodeEmail, signedEmail } from '../../services/mail/templates/security.ts';
import { firmOfClients, readSettings } from '../../services/settings.ts';
import { type ClientItem, clientKey, clientReader } from '../clients/client.ts';
import { linkMailed, mailChecks, takesLink } from '../clients/link-validity.ts';
import { numberIn, personIn, personKeys } from '../clients/person.ts';
import { portalTokenOf } from '../clients/portal-token.ts';
import { addCode, type CodesItem, codesKey, isOldRequest, isPaused } from './codes.ts';
import { type DeviceItem, deviceKey, isConfirmed } from './device.ts';

/** Reads the person who caused an entry, with further items; no person once they were removed. */
async function readActor(entry: AuditEntry, further: readonly Key[]) {
  const [clientId, number] = [clientIdOf(entry), numberIn(entry.actorId)];
  const items = await getTogether([clientKey(clientId), ...personKeys(clientId, number), ...further]);
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  return { items, person: client && personIn(items, client, number) };
}

/**
 * Emails a code for a device or a signature. It is stored in one transaction with the marker of the email, so a retry
 * sends no second code.
 */
export async function mailCode(
  requested: EntryOf<'portal-code-requested' | 'sign-code-requested'>,
  now: Date,
): Promise<void> {
  const [clientId, entryKey] = [clientIdOf(requested), childKeyOf(requested)];
  if (isOldRequest(entryKey, now)) return;
  const number = numberIn(requested.actorId);
  const codesAt = codesKey(clientId, number);
  const [{ person, items }, settings] = await Promise.all([readActor(requested, [codesAt]), readSettings()]);
  const item = itemAt<CodesItem>(items, codesAt);
  if (!takesLink(person) || (item && isPaused(item, now))) return;
  const isToSign = requested.action === 'sign-code-requested';
  const request = isToSign ? parseChildId(requested.ref ?? '').key : undefined;
  const { code, change } = await addCode(person, item, entryKey, now, { request });
  const keep: Write = { update: codesAt, change };
  const occasion = { purpose: 'code', ref: clientId, slot: entryKey };
  const emailOf = isToSign ? signCodeEmail : codeEmail;
  const email = emailOf(firmOfClients(settings), clientReader(person), code);
  await sendOnce(occasion, email, now, [keep, ...mailChecks(person)]);
}

/** Emails a client about a confirmed device, unless it was revoked meanwhile. */
export async function mailNewDevice(confirmed: AuditEntry, now: Date): Promise<void> {
  const { label } = dataOf(confirmed, 'device-confirmed');
  const [clientId, entryKey] = [clientIdOf(confirmed), childKeyOf(confirmed)];
  const deviceAt = deviceKey(clientId, confirmed.ref ?? '');
  const [{ person, items }, settings] = await Promise.all([readActor(confirmed, [deviceAt]), readSettings()]);
  const device = itemAt<DeviceItem>(items, deviceAt);
  if (!takesLink(person) || !isConfirmed(device, person.own, now)) return;
  const at = new Date(timeOfKey(entryKey));
  const token = await portalTokenOf(person, settings.keys);
  const email = deviceEmail(firmOfClients(settings), clientReader(person), { label, at, token });
  await sendOnce({ purpose: 'device', ref: clientId, slot: entryKey }, email, now, linkMailed(person));
}

/** Emails a client at once that they signed, so that a stranger's signature is noticed. */
export async function mailSigned(signed: AuditEntry, now: Date): Promise<void> {
  const [clientId, entryKey] = [clientIdOf(signed), childKeyOf(signed)];
  const [{ person }, settings] = await Promise.all([readActor(signed, []), readSettings()]);
  if (!takesLink(person)) return;
  const token = await portalTokenOf(person, settings.keys);
  const email = signedEmail(firmOfClients(settings), clientReader(person), {
    at: new Date(timeOfKey(entryKey)),
    token,
  });
  await sendOnce({ purpose: 'signed', ref: clientId, slot: entryKey }, email, now, linkMailed(person));
}
