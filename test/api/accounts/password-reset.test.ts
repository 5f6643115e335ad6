import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { newMailedToken } from '#functions/domain/accounts/mailed-link.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import { SYSTEM } from '#functions/services/audit-log/entry.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { SIGN_INS } from '#functions/services/limits.ts';
import { RESET_LINK } from '#shared/rules/lifetimes.ts';
import { forgotPassword, login, me, resetPassword } from '../../support/acts.ts';
import { firmEntryFor, followed } from '../../support/audit-entries.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { noFault, refusing, sesError, withFault } from '../../support/faults/faults.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { job } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { mailsTo, resetTokenIn } from '../../support/mail.ts';
import { failedSignIns } from '../../support/people/sign-ins.ts';
import { siteOrigin } from '../../support/stack.ts';
import { tampered } from '../../support/tampered.ts';

const HOUR = 3_600_000;
const INVALID = 'Invalid or expired reset token. Please request a new password reset.';
const unknown = () => `${randomUUID()}@unknown.example`;
const now = new Date();
const accountOf = ({ id }: Person) => stored<AdviserItem>(adviserKey(id));

async function issued(person: Person, millisecondsAgo = 0): Promise<string> {
  const { token, kept } = newMailedToken(person.id, new Date(Date.now() - millisecondsAgo), RESET_LINK);
  await changeStored(adviserKey(person.id), { reset: kept });
  return token;
}

test('resets a password once by the newest link, ends all sessions and lifts a lock-out', async () => {
  const ann = await newAdviser();
  await forgotPassword(ann.email);
  await forgotPassword(ann.email);
  const [newer = '', older = ''] = (await mailsTo(ann.email, 2)).map(resetTokenIn);
  expect((await resetPassword(older)).body.message).toBe(INVALID);
  expect((await resetPassword(newer, 'short')).body.message).toBe('Password must be at least 8 characters');
  await failedSignIns(ann.email, SIGN_INS.max);
  expect([(await resetPassword(newer)).status, (await resetPassword(newer)).status]).toEqual([200, 400]);
  expect([await me(ann), (await login(ann.email, 'a new password')).status]).toEqual([401, 200]);
});

test('mails at most three reset links for twenty requests, with the same answer each time', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const answers = [await forgotPassword(unknown())];
  for (let i = 0; i < 20; i += 1)
    answers.push(await forgotPassword(i % 2 ? ann.email : ` ${ann.email.toUpperCase()} `));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
  await forgotPassword(bob.email);
  expect(await mailsTo(bob.email, 1)).toHaveLength(1);
  // Requests are handled in order.
  expect(await mailsTo(ann.email)).toHaveLength(3);
});

test('a reset link works for one hour', async () => {
  const ann = await newAdviser();
  const late = await resetPassword(await issued(ann, HOUR));
  expect([late.status, late.body.message, await me(ann)]).toEqual([400, INVALID, 200]);
  expect((await resetPassword(await issued(ann, HOUR - 60_000))).status).toBe(200);
});

test('refuses a malformed or foreign reset token, and the valid one still works', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const token = await issued(ann);
  const wrong = [
    token.slice(0, -1),
    `${token}A`,
    tampered(token),
    bob.id + token.slice(bob.id.length),
    token.toUpperCase(),
  ];
  for (const one of [...wrong, 'AAAA', '', ' ', 'x'.repeat(500), 'x'.repeat(9000), 'two\nlines', "' OR 1=1"]) {
    const { status, body } = await resetPassword(one);
    expect([status, body.message], one.slice(0, 20)).toEqual([400, INVALID]);
  }
  expect([(await resetPassword(token)).status, await me(bob)]).toEqual([200, 200]);
});

test('a forged Host or X-Forwarded-Host header does not reach the mailed link', async () => {
  const ann = await newAdviser();
  const body = JSON.stringify({ email: ann.email });
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  await new Promise((resolve, reject) => {
    request(`${siteOrigin()}/api/auth/forgot-password`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end(body);
  });
  await forgotPassword(ann.email);
  const mails = await mailsTo(ann.email, 1);
  for (const { text, html } of mails) expect(`${text}${html}`).not.toContain('evil.example');
  expect(mails[0]?.text).toContain(`${siteOrigin()}/reset-password/`);
});

/** Returns all that could reveal an account: AWS calls in order, rounds, response and log keys. */
async function shownBy(email: string) {
  newLogLines();
  const { result, asked } = await withFault(
    noFault,
    calling({}, 'POST /api/auth/forgot-password', { body: { email } }),
  );
  const { count, rounds } = awsCalls;
  const logged = newLogLines().map((line) => Object.keys(line));
  return { asked, count, rounds, status: result.status, body: result.body, headers: [...result.headers], logged };
}

test('reset requests for known and unknown addresses take the same AWS calls, rounds and answers', async () => {
  for (let i = 0; i < 15; i += 1) {
    const { email } = await newAdviser();
    const other = `${'x'.repeat(email.indexOf('@') - 8)}${randomUUID().slice(0, 8)}${email.slice(email.indexOf('@'))}`;
    // The fourth exceeds the limit, and must not reveal more either.
    for (let nth = 1; nth <= 4; nth += 1) {
      const [known, untold] = [await shownBy(email), await shownBy(other)];
      expect(known).toEqual(untold);
      // Only counters are accessed; the fourth reads when the next request is allowed.
      expect(known.asked.filter((operation) => operation !== 'UpdateItem')).toEqual([nth <= 3 ? 'PutItem' : 'GetItem']);
    }
  }
});

/** Returns the entry of a request without storing it, so that only the test handles it. */
const entryFor = async (email: string) =>
  firmEntryFor(SYSTEM, { action: 'password-reset-requested', data: { address: await pseudonym(email) } }, now);

test('a reset request for an unknown or bounced address has no effect', async () => {
  const [email, ann] = [unknown(), await newAdviser()];
  const { asked } = await withFault(noFault, async () => followed(await entryFor(email)));
  expect(new Set(asked)).toEqual(new Set(['BatchGetItem', 'GetItem']));
  await changeStored(adviserKey(ann.id), { mailProblem: 'bounced', mailProblemAddress: ann.email });
  await followed(await entryFor(ann.email));
  expect([await mailsTo(email), (await accountOf(ann))?.reset, await mailsTo(ann.email)]).toEqual([[], undefined, []]);
});

test('a reset request is handled within 24 hours, and then ignored', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const later = (hours: number) => new Date(now.getTime() + hours * HOUR);
  await handleEntry(await entryFor(ann.email), later(24));
  await handleEntry(await entryFor(bob.email), later(24.1));
  expect([(await mailsTo(ann.email)).length, (await mailsTo(bob.email)).length]).toEqual([1, 0]);
});

test('a reset mail that SES refuses is logged by id alone, and a new request sends one', async () => {
  const ann = await newAdviser();
  newLogLines();
  const entry = await entryFor(ann.email);
  await withFault(refusing('SendRawEmail', sesError('MessageRejected')), () => followed(entry));
  expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'reset mail', adviser: ann.id, MailRefused: 1 }]);
  await followed(await entryFor(ann.email));
  expect(await mailsTo(ann.email)).toHaveLength(1);
});

test('an address changed while its reset request is handled gets no valid link at the old address', async () => {
  const admin = await demoAdmin();
  const mailedOld: boolean[] = [];
  await interleaved(
    () => newAdviser(),
    (ann) => job(async () => followed(await entryFor(ann.email))),
    ({ id, email }) => calling(admin, 'PATCH /api/advisers/{id}', { params: { id }, body: { email: `new-${email}` } }),
    async (ann, { other }) => {
      expect(other.status).toBe(200);
      const mailed = (await mailsTo(ann.email)).some((mail) => resetTokenIn(mail));
      mailedOld.push(mailed);
      if (mailed) expect((await accountOf(ann))?.reset).toBeUndefined();
    },
  );
  expect(mailedOld).toContain(true);
});
