import { timeOf } from '#shared/rules/counted-words.ts';
import { comparableAddress } from '#shared/rules/people.ts';
import { type HttpError, tooMany } from '../../services/errors.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { LINK_MAILS_PER_ADDRESS, LINK_MAILS_PER_CLIENT, LINK_MAILS_PER_SENDER } from '../../services/limits.ts';
import { sendWithin } from '../../services/mail/limited.ts';
import type { Sent } from '../../services/mail/send.ts';
import { attemptsKey, consumeAll, type Limit } from '../../services/rate-limit.ts';
import type { Staff } from '../accounts/session.ts';
import { idOfPerson, type Person } from './person.ts';

const ALTERNATIVE = 'or copy the link and send it another way.';

const ofPerson = (person: Person): Limit => ({
  key: attemptsKey('link-mail-client', idOfPerson(person)),
  allowance: LINK_MAILS_PER_CLIENT,
});
const ofSender = (senderId: string): Limit => ({
  key: attemptsKey('link-mail-sender', senderId),
  allowance: LINK_MAILS_PER_SENDER,
});
const ofAddress = async ({ own: { summary } }: Person): Promise<Limit> => ({
  key: attemptsKey('link-mail-address', await pseudonym(comparableAddress(summary.email))),
  allowance: LINK_MAILS_PER_ADDRESS,
});

function refusalOf(forClient: number, forAddress: number, forSender: number): HttpError | undefined {
  if (forSender > 0)
    return tooMany(
      `You can email ${LINK_MAILS_PER_SENDER.max} portal links a day, and automatic emails count too. Please try again in ${timeOf(forSender)}, ${ALTERNATIVE}`,
      Math.max(forSender, forAddress, forClient),
    );
  if (forAddress > 0)
    return tooMany(
      `One address can get at most ${LINK_MAILS_PER_ADDRESS.max} emails with a link a day. Please try again in ${timeOf(forAddress)}, ${ALTERNATIVE}`,
      Math.max(forAddress, forClient),
    );
  if (forClient > 0)
    return tooMany(
      `The link can be emailed to a client ${LINK_MAILS_PER_CLIENT.max} times an hour. Please try again in ${timeOf(forClient)}, ${ALTERNATIVE}`,
      forClient,
    );
  return undefined;
}

/** Counts a link that a client requested. Returns `false`, and counts nothing, if a limit is reached. */
export async function mayMailLink(person: Person, now: Date): Promise<boolean> {
  const { waits } = await consumeAll([ofPerson(person), await ofAddress(person)], now);
  return Math.max(...waits) === 0;
}

/** Sends an automatic email that no person sends, such as after a reassignment. Counts it by its address only. */
export const sendToAddress = async (person: Person, now: Date, send: () => Promise<Sent>) =>
  sendWithin([await ofAddress(person)], now, send);

/** Counts an automatic email that staff caused. Returns when it may be sent if a limit is reached. */
export async function clientMailWaits(senderId: string, person: Person, now: Date): Promise<Date | undefined> {
  const { waits } = await consumeAll([ofSender(senderId), await ofAddress(person)], now);
  const wait = Math.max(...waits);
  return wait > 0 ? new Date(now.getTime() + wait * 1000) : undefined;
}

/** Counts an email with a portal link and returns an undo function. Throws 429 with the time to wait. */
export async function takeLinkMail(sender: Staff, person: Person, now: Date): Promise<() => Promise<unknown>> {
  const limits = [ofPerson(person), await ofAddress(person), ofSender(sender.id)];
  const { waits, takeBack } = await consumeAll(limits, now);
  const [forClient = 0, forAddress = 0, forSender = 0] = waits;
  const refusal = refusalOf(forClient, forAddress, forSender);
  if (refusal) throw refusal;
  return takeBack;
}
