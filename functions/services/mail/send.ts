import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { SENT_MARK_DAYS } from '#shared/rules/lifetimes.ts';
import { DAY_MS, DAY_SECONDS } from '#shared/rules/time.ts';
import { counted } from '../../aws/counted.ts';
import { env } from '../../aws/env.ts';
import { backoff } from '../../aws/retry.ts';
import { get, type Key, transact, tryUpdate, type Write } from '../../aws/table.ts';
import { TTL_ATTRIBUTE } from '../../aws/table-index.ts';
import * as KEYS from '../keys/item-kinds.ts';
import { ageOfKey, itemKey, newId } from '../keys/keys.ts';
import { logFault, MailDeferred } from '../log/log.ts';
import { Pace } from './pace.ts';
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

/** Names and subject may contain any characters; addresses are ASCII. */
export interface Message {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribe?: Email['unsubscribe'];
}

const LINE = 78;
// 39 bytes are an encoded word of 64 characters, 73 behind "Subject: ". RFC 2047 allows lines of 76.
const WORD_BYTES = 39;
// Cannot occur in a part: no line of base64 or of a header begins with two hyphens.
const BOUNDARY = 'part-of-an-email';

const onOneLine = (value: string) => value.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Splits a text into encoded words (RFC 2047), one a line, without splitting a character. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const grown = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(grown) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = grown;
  }
  return words.map((word) => `=?UTF-8?B?${base64(word)}?=`).join('\r\n ');
}

/** Returns a text header, in encoded words (RFC 2047) unless it is short ASCII. */
function textHeader(name: string, value: string): string {
  const line = `${name}: ${onOneLine(value)}`;
  const isPlain = /^[ -~]*$/.test(line) && !line.includes('=?') && line.length <= LINE;
  return isPlain ? line : `${name}: ${encodedWords(onOneLine(value))}`;
}

/** Returns a header that machines read, such as an address, folded if it is long. */
function plainHeader(name: string, value: string): string {
  const line = `${name}: ${onOneLine(value)}`;
  return line.length <= LINE ? line : `${name}:\r\n ${onOneLine(value)}`;
}

/** Returns headers for the button of email programs. With `oneClick` they send a POST (RFC 8058). */
const unsubscribeHeaders = ({ url, oneClick }: NonNullable<Email['unsubscribe']>) => [
  plainHeader('List-Unsubscribe', `<${oneClick ?? url}>`),
  ...(oneClick ? ['List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : []),
];

/** Keeps out-of-office programs from answering: RFC 3834, and a header of Exchange for those that ignore it. */
const AUTOMATIC = ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: OOF, AutoReply'];

const part = (type: string, content: string) =>
  [
    `--${BOUNDARY}`,
    `Content-Type: ${type}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(content.replace(/\r?\n/g, '\r\n')).replace(/.{76}(?=.)/g, '$&\r\n'),
  ].join('\r\n');

/** Returns an email for SES SendRawEmail. SES adds date and id. */
export function mimeOf({ from, to, subject, text, html, unsubscribe }: Message): string {
  return [
    `From: ${encodedWords(onOneLine(from.name))}\r\n <${onOneLine(from.address)}>`,
    plainHeader('To', to),
    textHeader('Subject', subject),
    ...(unsubscribe ? unsubscribeHeaders(unsubscribe) : []),
    ...AUTOMATIC,
    'MIME-Version: 1.0',
    plainHeader('Content-Type', `multipart/alternative; boundary="${BOUNDARY}"`),
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}

/** Identifies an email. Ids and keys only, because it is kept longer than any address may be. */
export interface Occasion {
  purpose: string;
  ref: string;
  slot: string;
}

export const occasionKey = ({ purpose, ref, slot }: Occasion) => itemKey(KEYS.sentMail, `${purpose}#${ref}#${slot}`);

/** Returns when a marker is deleted, in seconds since 1970. */
export const markerEnd = (now: Date) => Math.floor(now.getTime() / 1000) + SENT_MARK_DAYS * DAY_SECONDS;

/** Outcome of an email: `sent before` by another run, or `refused` by SES for a permanent reason. */
export type Sent = 'sent' | 'sent before' | 'refused';

interface Marker extends Key {
  refused?: true;
}

const SENT_BEFORE = new Error('sent before');

/** Sends an email once: the marker is written first, so a crash can lose it but not double it. Throws {@link MailDeferred}. */
export async function sendOnce(
  occasion: Occasion,
  email: Email,
  now: Date,
  alongside: readonly Write[] = [],
): Promise<Sent> {
  const key = occasionKey(occasion);
  const by = newId();
  const mark = { ...key, v: 1, by, [TTL_ATTRIBUTE]: markerEnd(now) };
  try {
    // A transaction, because DynamoDB recognises the SDK's retry after a lost response.
    await transact([{ put: mark, when: [['pk', 'absent']], refuse: SENT_BEFORE }, ...alongside]);
  } catch (error) {
    if (error === SENT_BEFORE) return (await get<Marker>(key))?.refused ? 'refused' : 'sent before';
    throw error;
  }
  try {
    await sendEmail(email, now);
    return 'sent';
  } catch (error) {
    const failure = failureOf(error);
    // So that a repeat does not count it as sent.
    if (failure === 'refused') await tryUpdate(key, { set: { refused: true }, when: [['by', '=', by]] });
    if (failure === 'put off') {
      await transact([{ delete: key, when: [['by', '=', by]] }]);
      throw new MailDeferred(error);
    }
    logFault(`${occasion.purpose} mail`, error, { [email.to.kind]: email.to.id });
    return 'refused';
  }
}

/** Events can be retried much later, when the recipient has requested another email or no longer waits. */
const OLDEST_MS = DAY_MS;

/** Returns true if an email was requested too long ago. `entryKey` is the key of the requesting audit entry. */
export const isTooLateToMail = (entryKey: string, now: Date) => ageOfKey(entryKey, now) > OLDEST_MS;

// No SDK retries: SES may have accepted the email before the response was lost, and would send it twice.
const ses = counted(new SESClient({ maxAttempts: 1 }));
const ATTEMPTS = 3;
const pace = new Pace();

interface RawMail {
  to: string;
  tag: { name: string; value: string };
  mime: string;
}

/** `refused` is permanent, `put off` may succeed on a retry, `unknown` lost the response and may have been sent. */
export type Failure = 'refused' | 'put off' | 'unknown';

const THROTTLES = ['Throttling', 'ThrottlingException', 'TooManyRequestsException'];
/** The daily quota is used up: waiting until tomorrow would block all later emails. */
const DAILY_QUOTA = /daily/i;
const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

export function failureOf(thrown: unknown): Failure {
  const error = thrown as { name?: string; message?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const status = error.$metadata?.httpStatusCode;
  if (!status) return NEVER_LEFT.includes(error.code ?? '') ? 'put off' : 'unknown';
  if (THROTTLES.includes(error.name ?? '')) return DAILY_QUOTA.test(error.message ?? '') ? 'refused' : 'put off';
  return status >= 500 ? 'put off' : 'refused';
}

/** Sends an email. Jobs, which have MAIL_RATE, wait for their turn; somebody waits for the answer of a call. */
async function sendRaw({ to, tag, mime }: RawMail): Promise<void> {
  const command = new SendRawEmailCommand({
    Source: env('MAIL_FROM'),
    ConfigurationSetName: env('MAIL_CONFIGURATION'),
    Tags: [{ Name: tag.name, Value: tag.value }],
    Destinations: [to],
    RawMessage: { Data: Buffer.from(mime) },
  });
  const rate = Number(process.env.MAIL_RATE ?? 0);
  for (let attempt = 1; ; attempt += 1)
    try {
      if (rate > 0) await pace.turn(rate);
      await ses.send(command);
      return;
    } catch (error) {
      if (failureOf(error) !== 'put off' || attempt === ATTEMPTS) throw error;
      if (rate > 0) pace.pause();
      else await backoff(attempt);
    }
}
