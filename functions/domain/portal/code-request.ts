import { timeOf } from '#shared/rules/words.ts';
import { conflict, tooMany } from '../../services/errors.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import type { Firm } from '../../services/mail/templates/layout.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { adviserNameOf } from '../clients/assignments.ts';
import { recordActivity } from '../clients/change.ts';
import { asClient, type Unconfirmed } from './actor.ts';
import { type CodesItem, isPaused } from './codes.ts';
import { paused } from './confirmation.ts';

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

/**
 * Has a code mailed to a client, which a job does a moment later. Throws 409 with whom to phone where mail does not arrive, 429
 * where the client has had its share, or too many wrong codes were typed. `item` holds the client's codes as they were read.
 */
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
  await recordActivity({ actor: asClient(actor), client, now }, { action: 'portal-code-requested', data: {} });
}

/** Lets a client's adviser know that the client cannot get at its email, a few times an hour. Gives the adviser's name. */
export async function askForHelp({ actor, now, once }: Context): Promise<string> {
  const { client } = actor;
  let isEnough = false;
  const count = async () => {
    isEnough = (await consumeAttempt('portal-help', clientIdOf(client), HELP, now)) > 0;
  };
  const [adviser] = await Promise.all([adviserNameOf(client), once(count)]);
  if (!isEnough)
    await recordActivity({ actor: asClient(actor), client, now }, { action: 'portal-help-asked', data: {} });
  return adviser;
}
