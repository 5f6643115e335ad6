import { timeOf } from '#shared/rules/words.ts';
import { unchanged } from '../../aws/expressions.ts';
import { getTogether, itemAt, tryUpdate } from '../../aws/table.ts';
import { conflict, tooMany } from '../../services/errors.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import type { Firm } from '../../services/mail/templates/layout.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { settingsAmong, settingsKeys, settingsOf } from '../../services/settings.ts';
import { adviserNameOf } from '../clients/assignments.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
import { writeEntry } from '../clients/client-writes.ts';
import { mayMailLink } from '../clients/link-mail-quota.ts';
import { isOwedNewLink } from '../clients/link-validity.ts';
import { readPortalToken } from '../clients/portal-token.ts';
import { type CodesItem, isPaused } from './codes.ts';
import { paused } from './confirmation.ts';
import { asClient, type PortalClient, type Unconfirmed } from './device.ts';

/** How many codes a client is mailed: ten in a day, which begins with the first. */
const CODES = { max: 10, seconds: 24 * 60 * 60 };
/** How often its adviser hears that a client cannot get at its email: three times in an hour. */
const HELP = { max: 3, seconds: 60 * 60 };

interface Context {
  actor: Unconfirmed;
  now: Date;
  once: (what: () => Promise<void>) => Promise<void>;
}

/** "Please phone Alex Morgan at Harbour on 020 7946 0000 (Weekdays 9 to 5)." */
const whomToPhone = (adviser: string, { name, phone, hours }: Firm) =>
  `Please ${phone ? 'phone' : 'contact'} ${adviser ? `${adviser} at ` : ''}${name}${phone ? ` on ${phone}` : ''}${hours ? ` (${hours})` : ''}.`;

/** Requests a code by email. Throws 409 if mail does not arrive, 429 after too many. */
export async function requestCode(
  { actor, now, once }: Context,
  item: CodesItem | undefined,
  firm: Firm,
): Promise<void> {
  const { client } = actor;
  if (client.mailProblem)
    throw conflict(`Mail to your address was not delivered. ${whomToPhone(await adviserNameOf(client), firm)}`);
  if (item?.pausedUntil && isPaused(item, now)) throw paused((Date.parse(item.pausedUntil) - now.getTime()) / 1000);
  await once(async () => {
    const wait = await consumeAttempt('portal-code', clientIdOf(client), CODES, now);
    if (wait > 0) throw tooMany(`You can have ${CODES.max} codes a day. Please try again in ${timeOf(wait)}.`, wait);
  });
  await writeEntry({ actor: asClient(actor), client, now }, { action: 'portal-code-requested', data: {} });
}

/** Lets a client's adviser know that the client cannot get at its email, a few times an hour. Gives the adviser's name. */
export async function askForHelp({ actor, now, once }: Context): Promise<string> {
  const { client } = actor;
  let isEnough = false;
  const count = async () => {
    isEnough = (await consumeAttempt('portal-help', clientIdOf(client), HELP, now)) > 0;
  };
  const [adviser] = await Promise.all([adviserNameOf(client), once(count)]);
  if (!isEnough) await writeEntry({ actor: asClient(actor), client, now }, { action: 'portal-help-asked', data: {} });
  return adviser;
}

interface Asking {
  now: Date;
  once: (what: () => Promise<void>) => Promise<void>;
}

/** Requests a new link for an expired one. Does nothing otherwise, and does not say which links exist. */
export async function requestNewLink(token: string, { now, once }: Asking): Promise<void> {
  const claim = await readPortalToken(token);
  if (!claim) return;
  const { clientId, version, keyVersion } = claim;
  const items = await getTogether([clientKey(clientId), ...settingsKeys()]);
  const settings = settingsOf(settingsAmong(items));
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  if (!client || keyVersion !== settings.keys.portal || !isOwedNewLink(client, version, settings, now)) return;
  let isEnough = false;
  await once(async () => {
    isEnough = !(await mayMailLink(client, now));
  });
  if (isEnough) return;
  const actor = { kind: 'client', id: clientId, name: client.card.name, client } as const;
  await writeEntry({ actor, client, now }, { action: 'new-link-requested', data: { version } });
}

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
