import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { counted } from '../../aws/counted.ts';
import { env } from '../../aws/env.ts';
import { backoff } from '../../aws/retry.ts';
import { transact, type Write } from '../../aws/table.ts';
import { TTL_ATTRIBUTE } from '../../aws/table-index.ts';
import { ageOfKey, itemKey, newId } from '../keys/keys.ts';
import * as KEYS from '../keys/kinds.ts';
import { logFault } from '../log/log.ts';
import { type Email, emailHtml, emailText, plain, subjectOf } from './templates/layout.ts';

export async function sendEmail(email: Email, at: Date): Promise<void> {
  const { firm, to, unsubscribe } = email;
  const mime = mimeOf({
    from: { name: plain(firm.name), address: env('MAIL_FROM') },
    to: to.email,
    subject: subjectOf(email),
    text: emailText(email, at),
    html: emailHtml(email, at),
    unsubscribe,
  });
  await sendRaw({ to: to.email, tag: { name: to.kind, value: to.id }, mime });
}

/** A mail before it is written down as SES takes it. Names and subject may hold anything; addresses are ASCII. */
export interface Message {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The page on which the reader chooses to get no more of its kind. */
  unsubscribe?: string | undefined;
}

const LINE = 78;
// In an encoded word of "Subject: " the line has room for 56 characters of base64 (RFC 2047, 2).
const WORD_BYTES = 42;
// Neither base64 nor a header begins a line with two hyphens.
const BOUNDARY = 'part-of-a-letter';

const onOneLine = (value: string) => value.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A text as encoded words, each of whole characters, on lines of their own. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const grown = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(grown) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = grown;
  }
  return words.map((word) => `=?UTF-8?B?${base64(word)}?=`).join('\r\n ');
}

/** A header of words: as it stands where that is short ASCII, else in encoded words (RFC 2047). */
function textHeader(name: string, value: string): string {
  const line = `${name}: ${onOneLine(value)}`;
  const isPlain = /^[ -~]*$/.test(line) && !line.includes('=?') && line.length <= LINE;
  return isPlain ? line : `${name}: ${encodedWords(onOneLine(value))}`;
}

/** A header that is read by machines, such as an address: on a line of its own where it is long. */
function plainHeader(name: string, value: string): string {
  const line = `${name}: ${onOneLine(value)}`;
  return line.length <= LINE ? line : `${name}:\r\n ${onOneLine(value)}`;
}

const part = (type: string, content: string) =>
  [
    `--${BOUNDARY}`,
    `Content-Type: ${type}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(content.replace(/\r?\n/g, '\r\n')).replace(/.{76}(?=.)/g, '$&\r\n'),
  ].join('\r\n');

/** A mail as SES's SendRawEmail takes it: text and HTML in base64. SES adds its date and id. */
export function mimeOf({ from, to, subject, text, html, unsubscribe }: Message): string {
  return [
    `From: ${encodedWords(onOneLine(from.name))}\r\n <${onOneLine(from.address)}>`,
    plainHeader('To', to),
    textHeader('Subject', subject),
    ...(unsubscribe ? [plainHeader('List-Unsubscribe', `<${unsubscribe}>`)] : []),
    'MIME-Version: 1.0',
    plainHeader('Content-Type', `multipart/alternative; boundary="${BOUNDARY}"`),
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}

/** Which email it is. Ids and keys only: what stands here is kept longer than any address may be. */
export interface Occasion {
  /** What it is for, as in `reset`. */
  purpose: string;
  ref: string;
  slot: string;
}

const DAY_SECONDS = 24 * 60 * 60;
/** How long it is known that an email was sent: longer than any event is repeated. */
const KEPT_DAYS = 40;

export const occasionKey = ({ purpose, ref, slot }: Occasion) => itemKey(KEYS.sentMail, `${purpose}#${ref}#${slot}`);

const SENT_BEFORE = new Error('sent before');

/** Sends an email once: the mark is written first, so a crash loses one but doubles none. Throws if SES puts it off, so that the caller retries. */
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

// The SDK also repeats what SES may have taken before the answer was lost, and would mail it twice.
const ses = counted(new SESClient({ maxAttempts: 1 }));
const ATTEMPTS = 3;

interface RawMail {
  to: string;
  tag: { name: string; value: string };
  mime: string;
}

/** What became of a mail that SES did not take: it never will be, it may be when sent again, or its answer was lost and it may have been. */
export type Failure = 'refused' | 'put off' | 'unknown';

const THROTTLES = ['Throttling', 'ThrottlingException', 'TooManyRequestsException'];
/** The whole day's mail is spent: waiting for tomorrow would hold up all that comes after. */
const SPENT = /daily/i;
const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

export function failureOf(thrown: unknown): Failure {
  const error = thrown as { name?: string; message?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const status = error.$metadata?.httpStatusCode;
  if (!status) return NEVER_LEFT.includes(error.code ?? '') ? 'put off' : 'unknown';
  if (THROTTLES.includes(error.name ?? '')) return SPENT.test(error.message ?? '') ? 'refused' : 'put off';
  return status >= 500 ? 'put off' : 'refused';
}

async function sendRaw({ to, tag, mime }: RawMail): Promise<void> {
  const command = new SendRawEmailCommand({
    Source: env('MAIL_FROM'),
    ConfigurationSetName: env('MAIL_CONFIGURATION'),
    Tags: [{ Name: tag.name, Value: tag.value }],
    Destinations: [to],
    RawMessage: { Data: Buffer.from(mime) },
  });
  for (let attempt = 1; ; attempt += 1)
    try {
      await ses.send(command);
      return;
    } catch (error) {
      if (failureOf(error) !== 'put off' || attempt === ATTEMPTS) throw error;
      await backoff(attempt);
    }
}
