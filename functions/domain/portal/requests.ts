import { timeOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { together, unchanged } from '../../aws/expressions.ts';
import { getTogether, itemAt, transact, tryUpdate } from '../../aws/table.ts';
import { conflict, tooMany } from '../../services/errors.ts';
import { PORTAL_CODES, PORTAL_HELP } from '../../services/limits.ts';
import type { Firm } from '../../services/mail/templates/layout.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { SETTINGS_KEY, settingsAmong } from '../../services/settings.ts';
import { adviserNameOf } from '../clients/assignments.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
import { writeEntry } from '../clients/client-writes.ts';
import { mayMailLink } from '../clients/link-mail-quota.ts';
import { isExpired, takesLink } from '../clients/link-validity.ts';
import { idOfPerson, isFirst, type Person, personIn, personKeys } from '../clients/person.ts';
import { readPortalToken } from '../clients/portal-token.ts';
import { type CodesItem, isPaused } from './codes.ts';
import { asClient, type PortalClient, type Unconfirmed } from './device.ts';
import { paused } from './guesses.ts';

interface LinkRequest {
  now: Date;
  once: (effect: () => Promise<void>) => Promise<void>;
}

interface Context extends LinkRequest {
  actor: Unconfirmed;
}

/** "Please phone Alex Morgan at Harbour on 020 7946 0000 (Weekdays 9 to 5)." */
const contactAdvice = (adviser: string, { name, phone, hours }: Firm) =>
  `Please ${phone ? 'phone' : 'contact'} ${adviser ? `${adviser} at ` : ''}${name}${phone ? ` on ${phone}` : ''}${hours ? ` (${hours})` : ''}.`;

interface CodeRequest extends LinkRequest {
  actor: PortalClient | Unconfirmed;
}

/** Counts a code before it is mailed. Throws 409 if email to the person bounces, 429 after too many. */
export async function admitCode(
  { actor, now, once }: CodeRequest,
  item: CodesItem | undefined,
  firm: Firm,
): Promise<void> {
  const { client, person } = actor;
  if (person.own.summary.mailProblem)
    throw conflict(`Email to your address was not delivered. ${contactAdvice(await adviserNameOf(client), firm)}`);
  if (item?.pausedUntil && isPaused(item, now)) throw paused((Date.parse(item.pausedUntil) - now.getTime()) / 1000);
  await once(async () => {
    const wait = await consumeAttempt('portal-code', idOfPerson(person), PORTAL_CODES, now);
    if (wait > 0)
      throw tooMany(`You can ask for ${PORTAL_CODES.max} codes a day. Please try again in ${timeOf(wait)}.`, wait);
  });
}

/** Requests a code for a new device. Throws as {@link admitCode}. */
export async function requestCode(request: Context, item: CodesItem | undefined, firm: Firm): Promise<void> {
  await admitCode(request, item, firm);
  const { actor, now } = request;
  await writeEntry(
    { actor: asClient(actor), client: actor.client, now },
    { action: 'portal-code-requested', data: {} },
  );
}

/** Notifies the adviser that a client cannot read their email, at most 3 times an hour. */
async function notifyNoEmail(actor: ReturnType<typeof asClient>, { now, once }: LinkRequest): Promise<void> {
  const { client } = actor;
  let isLimited = false;
  await once(async () => {
    isLimited = (await consumeAttempt('portal-help', idOfPerson(actor.person), PORTAL_HELP, now)) > 0;
  });
  if (!isLimited) await writeEntry({ actor, client, now }, { action: 'portal-help-asked', data: {} });
}

/** Notifies the adviser that a client cannot read their email. Returns the adviser's name. */
export async function askForHelp({ actor, ...request }: Context): Promise<string> {
  const [adviser] = await Promise.all([adviserNameOf(actor.client), notifyNoEmail(asClient(actor), request)]);
  return adviser;
}

/**
 * Requests a new link for an expired one, or notifies the adviser if email to the client bounces. Does nothing
 * otherwise, to prevent enumeration of links.
 */
export async function requestNewLink(token: string, { now, once }: LinkRequest): Promise<void> {
  const claim = await readPortalToken(token);
  if (!claim) return;
  const { clientId, person: number, version, keyVersion } = claim;
  const items = await getTogether([clientKey(clientId), SETTINGS_KEY, ...personKeys(clientId, number)]);
  const settings = settingsAmong(items);
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  const person = client && personIn(items, client, number);
  if (!client || !person || keyVersion !== settings.keys.portal || !isExpired(person, version, settings, now)) return;
  const { name, mailProblem } = person.own.summary;
  const actor = { kind: 'client', id: clientId, name, client, person } as const;
  if (mailProblem && !client.deleting && !client.summary.portalSuspended) return notifyNoEmail(actor, { now, once });
  if (!takesLink(person)) return;
  let isLimited = false;
  await once(async () => {
    isLimited = !(await mayMailLink(person, now));
  });
  if (isLimited) return;
  await writeEntry({ actor, client, now }, { action: 'new-link-requested', data: { version } });
}

const isOld = (at: string | undefined, now: Date) => at === undefined || now.getTime() - Date.parse(at) >= DAY_MS;

const dayOf = (at: Date) => londonParts(at).date;

const isNewVisit = (
  {
    own: { linkUsedAt },
    client: {
      summary: { reminded },
    },
  }: Person,
  now: Date,
) => linkUsedAt === undefined || dayOf(new Date(linkUsedAt)) !== dayOf(now) || (reminded?.n ?? 0) > 0;

const visitOf = ({ summary: { reminded } }: ClientItem, at: string) => ({
  'summary/visitedAt': at,
  ...(reminded && { 'summary/reminded/n': 0 }),
});

/** Stores the first opening of the portal on each London day and after each reminder, and once a day the device. */
export async function noteUse({ client, person, device }: PortalClient, now: Date): Promise<void> {
  const at = now.toISOString();
  const { own } = person;
  const ofLink = { set: { linkUsedAt: at }, when: [unchanged('tokenVersion', own.tokenVersion)] };
  const visit = { set: visitOf(client, at), when: [['pk', 'exists'] as const, ['deleting', 'absent'] as const] };
  const noteVisit = () =>
    isFirst(person)
      ? tryUpdate(client, together(visit, ofLink))
      : transact([
          { update: client, change: visit },
          { update: own, change: ofLink },
        ]);
  await Promise.all([
    isNewVisit(person, now) && noteVisit(),
    device && isOld(device.lastAt, now) && tryUpdate(device, { set: { lastAt: at }, when: [['pk', 'exists']] }),
  ]);
}
