import { getTogether, itemAt, type Write } from '../../aws/table.ts';
import { type AuditEntry, dataOf } from '../../services/audit-log/entry.ts';
import { childKeyOf, clientIdOf, timeOfKey } from '../../services/keys/keys.ts';
import { sendOnce } from '../../services/mail/send.ts';
import { codeEmail, deviceEmail } from '../../services/mail/templates/security.ts';
import { firmOfClients, readSettings } from '../../services/settings.ts';
import { type ClientItem, clientKey, clientReader } from '../clients/client.ts';
import { linkMailed, mailChecks, takesLink } from '../clients/link-validity.ts';
import { firstPerson } from '../clients/person.ts';
import { portalTokenOf } from '../clients/portal-token.ts';
import { addCode, type CodesItem, codesKey, isOldRequest, isPaused } from './codes.ts';
import { type DeviceItem, deviceKey, isConfirmed } from './device.ts';

/** Emails a code. It is stored in one transaction with the marker of the email, so a retry sends no second code. */
export async function mailCode(requested: AuditEntry, now: Date): Promise<void> {
  const [clientId, entryKey] = [clientIdOf(requested), childKeyOf(requested)];
  if (isOldRequest(entryKey, now)) return;
  const [items, settings] = await Promise.all([getTogether([clientKey(clientId), codesKey(clientId)]), readSettings()]);
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  const item = itemAt<CodesItem>(items, codesKey(clientId));
  const person = client && firstPerson(client);
  if (!takesLink(person) || (item && isPaused(item, now))) return;
  const { code, change } = await addCode(person.own, item, entryKey, now);
  const keep: Write = { update: codesKey(clientId), change };
  const occasion = { purpose: 'code', ref: clientId, slot: entryKey };
  const email = codeEmail(firmOfClients(settings), clientReader(person), code);
  await sendOnce(occasion, email, now, [keep, ...mailChecks(person)]);
}

/** Emails a client about a confirmed device, unless it was revoked meanwhile. */
export async function mailNewDevice(confirmed: AuditEntry, now: Date): Promise<void> {
  const { label } = dataOf(confirmed, 'device-confirmed');
  const [clientId, entryKey] = [clientIdOf(confirmed), childKeyOf(confirmed)];
  const mark = confirmed.ref ?? '';
  const [items, settings] = await Promise.all([
    getTogether([clientKey(clientId), deviceKey(clientId, mark)]),
    readSettings(),
  ]);
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  const device = itemAt<DeviceItem>(items, deviceKey(clientId, mark));
  const person = client && firstPerson(client);
  if (!takesLink(person) || !isConfirmed(device, person.own, now)) return;
  const at = new Date(timeOfKey(entryKey));
  const token = await portalTokenOf(person, settings.keys);
  const email = deviceEmail(firmOfClients(settings), clientReader(person), { label, at, token });
  await sendOnce({ purpose: 'device', ref: clientId, slot: entryKey }, email, now, linkMailed(person));
}
