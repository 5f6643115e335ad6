import * as z from 'zod/mini';
import { dayRefusal, londonDay } from '../rules/dates.ts';
import { LIMITS, PASSWORD_MAX_BYTES } from '../rules/limits.ts';
import { canonicalAddress } from '../rules/people.ts';
import { isVisible, withoutUnseen } from '../rules/text.ts';

/** With commas, by hand: a formatter of the platform takes longer to make than all schemas, in every cold start. */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
const tooLong = (max: number) => `Use at most ${grouped(max)} characters`;
/** Refuses lone surrogates and U+0000, at which other programs cut a text off. */
export const wellFormed = z.refine<string>(
  (value: string) => value.isWellFormed() && !value.includes('\0'),
  'Contains characters that are not valid text',
);

export const text = (max: number = LIMITS.text, wrongType = 'Must be text') =>
  z.string(wrongType).check(z.trim(), z.maxLength(max, tooLong(max)), wellFormed);

const requiredChecks = (max: number, message: string) =>
  [z.trim(), z.refine<string>(isVisible, message), z.maxLength(max, tooLong(max)), wellFormed] as const;

/** A text that has to be there: trimmed, and something of it can be seen, else `message`. */
export const requiredText = (max: number, message: string) => z.string(message).check(...requiredChecks(max, message));

/** A required text that fits on one line: no line break or other control character. */
export const requiredLine = (max: number, message: string) =>
  requiredText(max, message).check(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    z.refine((value: string) => !/[\u0000-\u001f\u007f]/.test(value), 'Must be on one line'),
  );

/** The Braille blank is a space to the eye. */
const SPACES = /[\p{White_Space}\u2800]+/gu;
const seenName = (value: string) => withoutUnseen(value).replace(SPACES, ' ').normalize('NFC');

const NAME_REQUIRED = 'Name is required';

/** A person's name as it is seen, on one line with plain single spaces, so that it can head a mail. */
export const personName = () =>
  z.string(NAME_REQUIRED).check(wellFormed, z.overwrite(seenName), ...requiredChecks(LIMITS.name, NAME_REQUIRED));

/** `null`, or a text; one of which nothing can be seen becomes `null` (product 5: "blank becomes null"). */
export const nullableText = (max: number = LIMITS.text) =>
  z.pipe(
    z.nullable(text(max)),
    z.transform((value) => (value && isVisible(value) ? value : null)),
  );

// No dot at an end or beside another, no hyphen at the end of a label.
const EMAIL = /^[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*@(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))+$/;

// SES takes nothing else there.
const asciiBeforeAt = z.refine<string>(
  (address: string) => /^[!-~]*$/.test(address.split('@', 1)[0] ?? ''),
  'Use only letters from a to z, digits and signs before the @',
);

/** A mail address as typed, trimmed, of which there is one spelling. `message` answers anything else. */
export const emailAddress = (message = 'Valid email is required') =>
  z
    .string(message)
    .check(
      wellFormed,
      z.trim(),
      z.overwrite(canonicalAddress),
      z.maxLength(LIMITS.email, tooLong(LIMITS.email)),
      z.regex(EMAIL, { error: message, abort: true }),
      asciiBeforeAt,
    );

/** A mail address that identifies an account: compared trimmed and in lower case (contract, Identity). */
export const accountEmail = (message?: string) => emailAddress(message).check(z.toLowerCase());

const fitsBcrypt = z.refine<string>(
  (value: string) => value.length <= PASSWORD_MAX_BYTES && new TextEncoder().encode(value).length <= PASSWORD_MAX_BYTES,
  `Password must be at most ${PASSWORD_MAX_BYTES} bytes`,
);

/** A new password of at least `min` characters, taken as sent. */
export const newPassword = (min: number) => {
  const message = `Password must be at least ${min} characters`;
  return z.string(message).check(z.minLength(min, message), fitsBcrypt, wellFormed);
};

/** A password that is only compared, so that any length up to the limit is a fair guess. */
export const givenPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), fitsBcrypt, wellFormed);

const isWebAddress = (value: string) => {
  const url = URL.parse(value);
  return (
    /^https?:\/\//i.test(value) && url !== null && url.hostname !== '' && url.username === '' && url.password === ''
  );
};

/** An http(s) address without credentials, or blank or `null` for none (contract, Clients). */
export const link = z.pipe(
  z.nullable(
    text(LIMITS.link, 'Must be a valid URL').check(
      z.refine((v: string) => v === '' || isWebAddress(v), 'Must be a valid URL'),
    ),
  ),
  z.transform((value) => value || null),
);

const refusalOf = (value: unknown) => dayRefusal(String(value), new Date());
const refusedDay = { error: ({ input }: { input: unknown }) => refusalOf(input) };

/** A day that people type: `YYYY-MM-DD`, from 2000 to ten years from now. */
export const day = z.string('Must be a date').check(z.refine((v: string) => !refusalOf(v), refusedDay));

/** A due date: London's day of an ISO time, a day as it is; blank or `null` for none. */
export const dueDate = z.pipe(
  z.nullable(
    text(40, 'Must be a date').check(
      z.overwrite((v: string) => londonDay(v) ?? v),
      z.refine((v: string) => v === '' || !refusalOf(v), refusedDay),
    ),
  ),
  z.transform((value) => value || null),
);

export const flag = z.boolean('Must be true or false');

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T, message?: string) =>
  z.enum(words, message ?? `Must be one of: ${words.join(', ')}`);

/** The stage that something is linked to; `null` and "none" for no stage (contract, Tasks). */
export const stageLink = z.pipe(
  z.nullable(requiredText(LIMITS.title, 'Stage not found')),
  z.transform((value) => (value === 'none' ? null : value)),
);
