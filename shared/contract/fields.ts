import * as z from 'zod/mini';
import { timeNow } from '../rules/clock.ts';
import { dayRefusal, londonDay, momentRefusal } from '../rules/dates.ts';
import { LIMITS, PASSWORD_MAX_BYTES } from '../rules/limits.ts';
import { londonParts } from '../rules/london.ts';
import { canonicalAddress, phoneRefusal } from '../rules/people.ts';
import { isVisible, withoutUnseen } from '../rules/text.ts';
import { isHttps, isWebAddress } from '../rules/url.ts';

/** Adds commas by hand: a platform formatter takes longer to create than all schemas, in every cold start. */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
const tooLong = (max: number) => `Use at most ${grouped(max)} characters`;
/** Rejects lone surrogates and U+0000, at which other programs truncate a text. */
export const wellFormed = z.refine<string>(
  (value: string) => value.isWellFormed() && !value.includes('\0'),
  'Contains characters that are not valid text',
);

export const text = (max: number = LIMITS.text, wrongType = 'Must be text') =>
  z.string(wrongType).check(z.trim(), z.maxLength(max, tooLong(max)), wellFormed);

const requiredChecks = (max: number, message: string) =>
  [z.trim(), z.refine<string>(isVisible, message), z.maxLength(max, tooLong(max)), wellFormed] as const;

export const requiredText = (max: number, message: string) => z.string(message).check(...requiredChecks(max, message));

const onOneLine = z.refine<string>((value: string) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'Must be on one line');

export const requiredLine = (max: number, message: string) => requiredText(max, message).check(onOneLine);

/** The Braille blank looks like a space. */
const SPACES = /[\p{White_Space}\u2800]+/gu;
const seenName = (value: string) => withoutUnseen(value).replace(SPACES, ' ').normalize('NFC');

/** Name as it is displayed, on one line with single spaces, so that it fits in an email header. */
export const displayedName = (max: number, required: string) =>
  z.string(required).check(wellFormed, z.overwrite(seenName), ...requiredChecks(max, required));

export const personName = () => displayedName(LIMITS.name, 'Name is required');

/** Phone number of somebody new. Stored numbers stay valid. */
export const newPhone = () =>
  z.optional(nullableText(LIMITS.phone)).check(
    z.refine((phone: string | null | undefined) => !phoneRefusal(phone), {
      error: ({ input }) => phoneRefusal(String(input)),
    }),
  );

/** Returns the schema of fields in an answer that are texts, or null if they have no value. */
export const nullableTexts = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, z.nullable(z.string())])) as Record<
    K,
    z.ZodMiniNullable<z.ZodMiniString>
  >;

/** Returns the mask that `z.omit` takes. */
export const without = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<K, true>;

/** Person of a client other than the first, by the name of that time. */
export const furtherPerson = z.object({ number: z.number(), name: z.string() });

const visibleOrNull = <T extends z.ZodMiniType<string, string>>(schema: T) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value) => (value && isVisible(value) ? value : null)),
  );

export const nullableText = (max: number = LIMITS.text) => visibleOrNull(text(max));

/** One line that is blank or has the given form. */
export const nullableLine = (max: number, form = /^/, message = '') =>
  visibleOrNull(
    text(max).check(
      onOneLine,
      z.refine((value: string) => !isVisible(value) || form.test(value), message),
    ),
  );

// No dot at either end or beside another, no hyphen at either end of a label.
const EMAIL = /^[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*@(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))+$/;

// SES accepts only ASCII before the @.
const asciiBeforeAt = z.refine<string>(
  (address: string) => /^[!-~]*$/.test(address.split('@', 1)[0] ?? ''),
  'Use only letters from a to z, digits and symbols before the @',
);

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

export const accountEmail = (message?: string) => emailAddress(message).check(z.toLowerCase());

const fitsBcrypt = z.refine<string>(
  (value: string) => value.length <= PASSWORD_MAX_BYTES && new TextEncoder().encode(value).length <= PASSWORD_MAX_BYTES,
  'This password is too long. Please choose a shorter one.',
);

/** New password, not trimmed. */
export const newPassword = (min: number) => {
  const message = `Password must be at least ${min} characters`;
  return z.string(message).check(z.minLength(min, message), fitsBcrypt, wellFormed);
};

/** Password to verify: any length up to the limit may be the right one. */
export const givenPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), fitsBcrypt, wellFormed);

/** http(s) URL without credentials; blank becomes `null`. */
export const link = z.pipe(
  z.nullable(
    text(LIMITS.link, 'Must be a valid URL').check(
      z.refine((v: string) => v === '' || isWebAddress(v), 'Must be a valid URL'),
    ),
  ),
  z.transform((value) => value || null),
);

const HTTPS = 'Must be a web address that begins with https://';
const beginsWithHttps = (value: string) => /^https:\/\//i.test(value);

export const httpsAddress = (max: number) =>
  visibleOrNull(text(max).check(z.refine((value: string) => !isVisible(value) || isHttps(value), HTTPS)));

/** Text, or an address if it begins like one. */
export const httpsAddressOrText = (max: number) =>
  visibleOrNull(text(max).check(z.refine((value: string) => !beginsWithHttps(value) || isHttps(value), HTTPS)));

const refusalOf = (value: unknown) => dayRefusal(String(value), timeNow());
const refusedDay = { error: ({ input }: { input: unknown }) => refusalOf(input) };

/** `YYYY-MM-DD`, from 2000 to ten years from now. */
export const day = z.string('Must be a date').check(z.refine((v: string) => !refusalOf(v), refusedDay));

const refusalOfMoment = (value: unknown) => momentRefusal(String(value), timeNow());

/** ISO time, from 2000 to ten years from now. Becomes UTC with milliseconds. */
export const moment = z.pipe(
  text(40, 'Must be a date and time').check(
    z.refine((v: string) => !refusalOfMoment(v), { error: ({ input }) => refusalOfMoment(input) }),
  ),
  z.transform((value) => new Date(value).toISOString()),
);

/** Due date as London's day, also from an ISO time; blank becomes `null`. */
export const dueDate = z.pipe(
  z.nullable(
    text(40, 'Must be a date').check(
      z.overwrite((v: string) => londonDay(v) ?? v),
      z.refine((v: string) => v === '' || !refusalOf(v), refusedDay),
    ),
  ),
  z.transform((value) => value || null),
);

/** London's day from 2000 to today; blank becomes `null`. */
export const pastDay = z.pipe(
  z.nullable(
    text(40, 'Must be a date').check(
      z.refine(
        (v: string) => v === '' || (!refusalOf(v) && v <= londonParts(timeNow()).date),
        'Choose a day up to today',
      ),
    ),
  ),
  z.transform((value) => value || null),
);

const WHOLE_POUNDS = 'Must be a whole number of pounds, 0 or more';

export const wholePounds = (max?: number) =>
  z.int(WHOLE_POUNDS).check(z.gte(0, WHOLE_POUNDS), ...(max === undefined ? [] : [z.lte(max, WHOLE_POUNDS)]));

const SHA256 = /^[\da-f]{64}$/i;
export const isSha256 = (text: string) => SHA256.test(text);

/** SHA-256 of a file or part, in hex. */
export const sha256 = z.string('Must be a SHA-256').check(z.regex(SHA256, 'Must be a SHA-256'), z.toLowerCase());

export const flag = z.boolean('Must be true or false');

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T, message?: string) =>
  z.enum(words, message ?? `Must be one of: ${words.join(', ')}`);

export const stageLink = z.pipe(
  z.nullable(requiredText(LIMITS.title, 'Stage not found')),
  z.transform((value) => (value === 'none' ? null : value)),
);

/** Id of the adviser whose part of a list or of figures is shown. */
export const adviserFilter = z.optional(z.string().check(z.regex(/^[\w-]{22}$/, 'This adviser does not exist')));
