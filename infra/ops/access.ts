import { unchanged } from '#functions/aws/expressions.ts';
import { get, type Item, remove, transact } from '#functions/aws/table.ts';
import type { AdviserItem } from '#functions/domain/accounts/account.ts';
import { findByEmail } from '#functions/domain/accounts/account-creation.ts';
import { codeCounters } from '#functions/domain/accounts/factors/guesses.ts';
import { liftLockOut } from '#functions/domain/accounts/sign-in-attempts.ts';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { changeOf } from '#functions/domain/clients/client-writes.ts';
import { linkAsRead, newLink, newLinkWrites } from '#functions/domain/clients/link-validity.ts';
import { firstPerson, isPerson, type PersonItem, readPeople } from '#functions/domain/clients/person.ts';
import { restarted } from '#functions/domain/clients/restarted-reminders.ts';
import { isKept } from '#functions/domain/documents/document-item.ts';
import { firmEntry, writeFirmEntry } from '#functions/services/audit-log/firm-log.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { clientIdOf, idOf, isOf } from '#functions/services/keys/keys.ts';
import { logged, pseudonym } from '#functions/services/keys/pseudonym.ts';
import {
  type KeyVersions,
  keysUnchanged,
  keyVersionsOf,
  LAST_KEY_VERSION,
  settingsChange,
  storedSettings,
} from '#functions/services/settings.ts';
import { comparableAddress } from '#shared/rules/people.ts';
import { OPERATOR } from './operator.ts';
import { undeliverable } from './tables.ts';

/** Deletes the counters of an account's wrong passwords and codes. Throws if the address has no account. */
export async function unlock(email: string): Promise<boolean> {
  const address = await pseudonym(comparableAddress(email));
  const account = await findByEmail(comparableAddress(email));
  if (!account) throw new Error(`No account has the address ${email}: check the spelling.`);
  const data = { address: logged(address), name: account.summary.name };
  const happened = { action: 'account-unlocked', data, ref: idOf(account.pk) } as const;
  await writeFirmEntry(OPERATOR, happened, new Date());
  await liftLockOut(address);
  for (const counter of await codeCounters(idOf(account.pk))) await remove(counter);
  console.log('Unlocked. Failed attempts are counted from zero again.');
  return true;
}

/** Revokes a client's portal link immediately; the adviser mails the new one from the app. */
export async function revokeLink(clientId: string): Promise<boolean> {
  const client = await get<ClientItem>(clientKey(clientId));
  if (!client) throw new Error(`No client has the id ${clientId}: check the id.`);
  const context = { actor: OPERATOR, client, now: new Date() };
  const change = { set: newLink(firstPerson(client), context.now), when: linkAsRead(firstPerson(client)) };
  const others = (await readPeople(clientId)).flatMap((own) => newLinkWrites({ client, own }, context.now));
  await transact([...changeOf(context, { action: 'portal-link-regenerated', data: {} }, change), ...others]);
  console.log(
    'The old portal link is void, and those of further people. The adviser can send the new one from the client’s page.',
  );
  return true;
}

async function allowClient(client: ClientItem): Promise<void> {
  const context = { actor: OPERATOR, client, now: new Date() };
  const when = [
    unchanged('summary/email', client.summary.email),
    unchanged('summary/reminded', client.summary.reminded),
  ];
  const change = { set: { 'summary/mailProblem': undefined, ...restarted(client, context.now) }, when };
  await transact(changeOf(context, { action: 'mail-allowed', data: { to: client.summary.email } }, change));
}

async function allowPerson(own: PersonItem): Promise<void> {
  const client = await get<ClientItem>(clientKey(clientIdOf(own)));
  if (!client) return;
  const { email } = own.summary;
  const context = { actor: OPERATOR, client, now: new Date() };
  const restart = {
    set: restarted(client, context.now),
    when: [unchanged('summary/reminded', client.summary.reminded)],
  };
  await transact([
    ...changeOf(context, { action: 'mail-allowed', data: { to: email } }, restart),
    { update: own, change: { set: { 'summary/mailProblem': undefined }, when: [unchanged('summary/email', email)] } },
  ]);
}

async function allowAccount(account: AdviserItem): Promise<void> {
  const { name, email } = account.summary;
  const change = {
    set: { mailProblem: undefined, mailProblemAddress: undefined },
    when: [unchanged('summary/email', email)],
  };
  const happened = { action: 'mail-allowed-again', data: { name }, ref: idOf(account.pk) } as const;
  await transact([{ update: account, change }, firmEntry(OPERATOR, happened, new Date())]);
}

/** Allows mail again to an address that bounced or complained. */
export async function allowMail(email: string): Promise<boolean> {
  const wanted = comparableAddress(email);
  const found = (await undeliverable()).filter(
    (item) => isKept(item) && comparableAddress(item.summary.email) === wanted,
  );
  for (const item of found) {
    if (isPerson(item)) await allowPerson(item);
    else if (isOf(KEYS.client, item)) await allowClient(item as Item & ClientItem);
    else await allowAccount(item as Item & AdviserItem);
  }
  console.log(`Mail is allowed again. People and advisers with this address: ${found.length}.`);
  return true;
}

const DONE: Readonly<Record<keyof KeyVersions, string>> = {
  session: 'Everyone is signed out. Portal links still work.',
  portal:
    'All portal links are void. Nobody is signed out. Advisers must now send each client the new link from the client’s page.',
};

/** Raises a key's version. Everything signed with the old one is refused from the next request on. */
export async function rotate(key: keyof KeyVersions): Promise<boolean> {
  const item = await storedSettings();
  const keys = keyVersionsOf(item);
  const version = keys[key] + 1;
  if (version > LAST_KEY_VERSION)
    throw new Error(`The key has reached its last version, ${LAST_KEY_VERSION}, and cannot be rotated again.`);
  const refuse = new Error(
    'Another key rotation ran at the same time, so nothing was changed. Run the command again if needed.',
  );
  const change = { set: { keys: { ...keys, [key]: version } }, when: keysUnchanged(item) };
  const entry = firmEntry(OPERATOR, { action: 'keys-rotated', data: { key, version } }, new Date());
  await transact([{ ...settingsChange(change), refuse }, entry]);
  console.log(`The ${key} key now has version ${version}. ${DONE[key]}`);
  return true;
}
