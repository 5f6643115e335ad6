import { timeOf } from '#shared/rules/words.ts';
import { attemptsKey, consumeAttempt, returnAttempt } from '../accounts/rate-limit.ts';
import type { Staff } from '../actor.ts';
import { type HttpError, tooMany } from '../errors.ts';
import { clientIdOf } from '../keys.ts';
import type { ClientItem } from './client.ts';

const HOUR = 60 * 60;
/** How often the link is mailed to one client: 3 times in an hour. */
const A_CLIENT = { max: 3, seconds: HOUR };
/** How many links one person mails: 50 in a day, which begins with the first. */
const A_SENDER = { max: 50, seconds: 24 * HOUR };

const OTHERWISE = 'or copy the link and send it another way.';

function refusalOf(forClient: number, forSender: number): HttpError | undefined {
  if (forSender > 0)
    return tooMany(
      `You can email ${A_SENDER.max} portal links a day. Please try again in ${timeOf(forSender)}, ${OTHERWISE}`,
      Math.max(forSender, forClient),
    );
  if (forClient > 0)
    return tooMany(
      `The link can be emailed to a client ${A_CLIENT.max} times an hour. Please try again in ${timeOf(forClient)}, ${OTHERWISE}`,
      forClient,
    );
  return undefined;
}

/** Counts a portal link that a client asks for before it is mailed; `false`, and uncounted, where the client has had its share. */
export const mayMailLink = async (client: ClientItem, now: Date) =>
  (await consumeAttempt('link-mail-client', clientIdOf(client), A_CLIENT, now)) === 0;

/**
 * Counts a portal link before it is mailed. Gives what takes that back where the mail is refused. Throws 429 with the time to
 * wait, and counts nothing, where the client or the sender has had its share.
 */
export async function takeLinkMail(sender: Staff, client: ClientItem, now: Date): Promise<() => Promise<unknown>> {
  const counters = [
    ['link-mail-client', clientIdOf(client), A_CLIENT],
    ['link-mail-sender', sender.id, A_SENDER],
  ] as const;
  const [forClient = 0, forSender = 0] = await Promise.all(
    counters.map(([purpose, subject, allowance]) => consumeAttempt(purpose, subject, allowance, now)),
  );
  const counted = counters.filter((_, i) => [forClient, forSender][i] === 0);
  const takeBack = () => Promise.all(counted.map(([purpose, subject]) => returnAttempt(attemptsKey(purpose, subject))));
  const refusal = refusalOf(forClient, forSender);
  if (!refusal) return takeBack;
  await takeBack();
  throw refusal;
}
