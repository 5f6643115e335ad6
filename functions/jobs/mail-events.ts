import type { SNSEvent } from 'aws-lambda';
import { currentTime } from '../aws/clock.ts';
import { type Condition, unchanged } from '../aws/expressions.ts';
import { retried } from '../aws/retry.ts';
import { get, transact } from '../aws/table.ts';
import { type AdviserItem, adviserKey, mailProblemOf } from '../domain/accounts/account.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { changeOf } from '../domain/clients/client-writes.ts';
import { holderOf, ofTag, type PersonItem, personKeys } from '../domain/clients/person.ts';
import { SYSTEM } from '../services/audit-log/entry.ts';
import { firmEntry } from '../services/audit-log/firm-log.ts';
import { logMail } from '../services/log/log.ts';
import { readMailEvent, type Undelivered, undeliveredOf } from '../services/mail/ses-event.ts';

const MAIL_SERVICE = { kind: 'system', id: 'mail', name: 'Mail service' } as const;

/** SNS may deliver an event twice or late, after the address has changed. */
const concerns = ({ addresses }: Undelivered, { summary }: { summary: { email: string } }) =>
  addresses.includes(summary.email.toLowerCase());

async function logOnClient(tag: string, found: Undelivered, now: Date): Promise<void> {
  const tagged = ofTag(tag);
  if (!tagged) return;
  // This function may read single items only.
  const client = await get<ClientItem>(clientKey(tagged.clientId));
  const [key = client] = personKeys(tagged.clientId, tagged.number);
  const own = key === client ? client : key && (await get<PersonItem>(key));
  if (!client || !own || client.deleting || own.summary.mailProblem || !concerns(found, own)) return;
  const context = { actor: MAIL_SERVICE, client, now };
  const { problem } = found;
  const { email } = own.summary;
  const entry = { action: `mail-${problem}`, data: { to: email, ...holderOf({ client, own }) } } as const;
  const when: Condition[] = [unchanged('summary/email', email), ['summary/mailProblem', 'absent']];
  const change = { set: { 'summary/mailProblem': problem }, when };
  await transact(
    own === client ? changeOf(context, entry, change) : [...changeOf(context, entry), { update: own, change }],
  );
  logMail('info', { what: `client ${problem}`, client: tag });
}

/** Logs an error for the operator, and an audit entry for the firm's admins. */
async function logOnAdviser(id: string, found: Undelivered, now: Date): Promise<void> {
  const adviser = await get<AdviserItem>(adviserKey(id));
  if (!adviser || mailProblemOf(adviser) || !concerns(found, adviser)) return;
  // Stores the address instead of a condition on it, because this function's updates may not name `summary`.
  const change = {
    set: { mailProblem: found.problem, mailProblemAddress: adviser.summary.email.toLowerCase() },
    when: [unchanged('mailProblem', adviser.mailProblem), unchanged('mailProblemAddress', adviser.mailProblemAddress)],
  };
  const entry = { action: 'mail-refused', data: { name: adviser.summary.name }, ref: id } as const;
  await transact([{ update: adviserKey(id), change }, firmEntry(SYSTEM, entry, now)]);
  logMail('error', { what: 'undelivered adviser mail', adviser: id });
}

async function log(message: string, now: Date): Promise<void> {
  const event = readMailEvent(message);
  const [client] = event?.mail.tags.client ?? [];
  const [adviser] = event?.mail.tags.adviser ?? [];
  if (event?.eventType === 'Reject')
    logMail('error', { what: 'rejected mail', ...(client && { client }), ...(adviser && { adviser }) });
  const found = event && undeliveredOf(event);
  if (found && client) await retried(() => logOnClient(client, found, now));
  if (found && adviser) await retried(() => logOnAdviser(adviser, found, now));
}

/** Marks addresses that bounced permanently or complained. Throws so that Lambda retries. */
export async function handler({ Records }: SNSEvent): Promise<void> {
  for (const { Sns } of Records) await log(Sns.Message, await currentTime());
}
