import { getTogether, itemAt, type Write } from '../../aws/table.ts';
import type { ActivityItem } from '../../services/audit-log/entry.ts';
import { childKeyOf, clientIdOf } from '../../services/keys/keys.ts';
import { sendOnce } from '../../services/mail/send-once.ts';
import { codeLetter } from '../../services/mail/templates/templates.ts';
import { readSettings } from '../../services/settings.ts';
import { type ClientItem, clientKey, clientReader as toClient } from '../clients/client.ts';
import { stillMailed, takesLink } from '../clients/link.ts';
import { addCode, type CodesItem, codesKey, isOldRequest, isPaused } from './codes.ts';

/**
 * Mails a code to a client that asked for one, to the address that it has by now; nothing where the request is older than a
 * code lives, mail does not arrive, the link opens nothing, or codes are not taken. What stands for the code is kept in one
 * transaction with the mark that the letter goes out. A request that comes twice mails one code.
 */
export async function mailCode(requested: ActivityItem, now: Date): Promise<void> {
  const [clientId, line] = [clientIdOf(requested), childKeyOf(requested)];
  if (isOldRequest(line, now)) return;
  const [items, { firm }] = await Promise.all([getTogether([clientKey(clientId), codesKey(clientId)]), readSettings()]);
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  const item = itemAt<CodesItem>(items, codesKey(clientId));
  if (!takesLink(client) || (item && isPaused(item, now))) return;
  const { code, change } = await addCode(client, item, line, now);
  const keep: Write = { update: codesKey(clientId), change };
  const occasion = { purpose: 'code', ref: clientId, slot: line };
  await sendOnce(occasion, codeLetter(firm, toClient(client), code), now, [keep, stillMailed(client)]);
}
