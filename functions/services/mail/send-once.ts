import { failureOf } from '../../aws/ses.ts';
import { type Key, transact, type Write } from '../../aws/table.ts';
import { TTL_ATTRIBUTE } from '../../aws/table-index.ts';
import { ageOfKey, newId } from '../keys/ids.ts';
import { logFault } from '../log/log.ts';
import { sendEmail } from './send.ts';
import type { Email } from './templates/layout.ts';

/** Which email it is. Ids and keys only: what stands here is kept longer than any address may be. */
export interface Occasion {
  /** What it is for, as in `reset`. */
  purpose: string;
  /** The id of whom or what it is about. */
  ref: string;
  /** The key of the line that it follows, or the time that it is for. */
  slot: string;
}

const DAY_SECONDS = 24 * 60 * 60;
/** How long it is known that an email was sent: longer than any event is repeated. */
const KEPT_DAYS = 40;

/** Partition keys of what says that an email was sent begin with this. */
export const LETTER = 'MAIL#';

/** Where it stands that an email was sent. */
export const occasionKey = ({ purpose, ref, slot }: Occasion): Key => ({
  pk: `${LETTER}${purpose}#${ref}#${slot}`,
  sk: 'MAIL',
});

const SENT_BEFORE = new Error('sent before');

/**
 * Sends an email unless it was sent before: an event that comes twice sends one. That it is sent is written first, in one
 * transaction with `alongside`, which has to bear being repeated. So a crash between the two loses one email, and doubles none.
 *
 * Gives `refused` where SES will not take it or did not say whether it did, which is in the log, and nothing is to be
 * repeated. Where SES puts it off (a throttle, an outage), what was written goes again and SES's error is thrown: whoever
 * calls this repeats it. Throws what the table throws, and the `refuse` of what stands `alongside`.
 */
export async function sendOnce(
  occasion: Occasion,
  email: Email,
  now: Date,
  alongside: readonly Write[] = [],
): Promise<'sent' | 'sent before' | 'refused'> {
  const key = occasionKey(occasion);
  const by = newId();
  const ttl = Math.floor(now.getTime() / 1000) + KEPT_DAYS * DAY_SECONDS;
  const mark = { ...key, v: 1, by, [TTL_ATTRIBUTE]: ttl };
  try {
    // A transaction, as the SDK repeats it where the answer was lost, and DynamoDB then knows it for the same one.
    await transact([{ put: mark, when: [['pk', 'absent']], refuse: SENT_BEFORE }, ...alongside]);
  } catch (error) {
    if (error === SENT_BEFORE) return 'sent before';
    throw error;
  }
  try {
    await sendEmail(email, now);
    return 'sent';
  } catch (error) {
    if (failureOf(error) === 'put off') {
      await transact([{ delete: key, when: [['by', '=', by]] }]);
      throw error;
    }
    logFault(`${occasion.purpose} mail`, error, { [email.to.kind]: email.to.id });
    return 'refused';
  }
}

/** Whoever asked for a mail that long ago has asked again, or does not wait any more: lines can be followed again much later. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/** Whether a mail was asked for too long ago to be sent now. `line` is the key of the line of the record that asks for it. */
export const isTooLateToMail = (line: string, now: Date) => ageOfKey(line, now) > OLDEST_MS;
