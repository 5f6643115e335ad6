import { comparableAddress } from '#shared/rules/people.ts';
import { get } from '../../aws/table.ts';
import type { LineOf } from '../../services/audit-log/entry.ts';
import { timeOfKey } from '../../services/keys/ids.ts';
import { childKeyOf, clientIdOf } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { isTooLateToMail, sendOnce } from '../../services/mail/send-once.ts';
import { formerAddressLetter } from '../../services/mail/templates/templates.ts';
import { consumeAttempt, FORMER_ADDRESS_MAILS } from '../../services/rate-limit.ts';
import { readSettings } from '../../services/settings.ts';
import { type ClientItem, clientKey, clientReader as toClient } from './client.ts';

type Changed = LineOf<
  'client-changed' | 'client-status' | 'client-reassigned' | 'client-completed' | 'client-reopened'
>;

/** Emails the address that a client had until staff changed it. The email does not name the new one. */
export async function tellFormerAddress(line: Changed, now: Date): Promise<void> {
  const { was: email, is } = line.data.changes?.find(({ field }) => field === 'email') ?? {};
  const slot = childKeyOf(line);
  if (!email || comparableAddress(email) === comparableAddress(is ?? '') || isTooLateToMail(slot, now)) return;
  const [client, { firm }] = await Promise.all([get<ClientItem>(clientKey(clientIdOf(line))), readSettings()]);
  if (!client || client.deleting) return;
  const address = await pseudonym(comparableAddress(email));
  if ((await consumeAttempt('former-address-mail', address, FORMER_ADDRESS_MAILS, now)) > 0) return;
  const letter = formerAddressLetter(firm, { ...toClient(client), email }, new Date(timeOfKey(slot)));
  await sendOnce({ purpose: 'former-address', ref: clientIdOf(line), slot }, letter, now);
}
