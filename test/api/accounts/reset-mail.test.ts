import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { retried } from '#functions/aws/retry.ts';
import { type AdviserItem, adviserKey } from '#functions/domain/accounts/account.ts';
import { follow } from '#functions/events/handlers.ts';
import { type ActivityItem, lineAt, SYSTEM } from '#functions/services/audit-log/entry.ts';
import { newChildKey } from '#functions/services/keys/ids.ts';
import { AUDIT, PREFIX } from '#functions/services/keys/keys.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { killedAt, noFault, refusing, withFault } from '../../support/faults/faults.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { callHandler } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { mailsTo, resetTokenIn } from '../../support/mail.ts';
import { asFunction } from '../../support/rights.ts';

const unknown = () => `${randomUUID()}@unknown.example`;
const now = new Date();

/** The line that a request for a new password leaves; it is nowhere stored, so that nothing but the test follows it. */
async function lineFor(email: string): Promise<ActivityItem> {
  const key = { pk: AUDIT, sk: `${PREFIX.activity}${newChildKey(now)}` };
  const address = await pseudonym(email);
  return lineAt(key, SYSTEM, { action: 'password-reset-requested', data: { address } });
}
const followed = (line: ActivityItem) => asFunction('on-record', () => retried(() => follow(line, now)));
const accountOf = ({ id }: Person) => stored<AdviserItem>(adviserKey(id));
const reset = (token: string) =>
  new Caller().call('POST /api/auth/reset-password', { body: { token, newPassword: 'a new password' } });

/** All that can be seen of a request from outside, and of its work from inside: AWS calls in their order, rounds, the answer. */
async function shownBy(email: string) {
  newLogLines();
  const { result, asked } = await withFault(noFault, () =>
    callHandler({}, 'POST /api/auth/forgot-password', { body: { email } }),
  );
  const { count, rounds } = awsCalls;
  const logged = newLogLines().map((line) => Object.keys(line));
  return { asked, count, rounds, status: result.status, body: result.body, headers: [...result.headers], logged };
}

test('sixty pairs of a known and an unknown address: the same AWS calls, rounds and answers', async () => {
  const known = await Promise.all(Array.from({ length: 15 }, () => newAdviser()));
  let pairs = 0;
  for (const { email } of known) {
    const other = `${'x'.repeat(email.indexOf('@') - 8)}${randomUUID().slice(0, 8)}${email.slice(email.indexOf('@'))}`;
    // The fourth is one too many, which shows no more.
    for (let nth = 1; nth <= 4; nth += 1) {
      const [told, untold] = [await shownBy(email), await shownBy(other)];
      expect(told).toEqual(untold);
      expect(told.asked.includes('PutItem')).toBe(nth <= 3);
      pairs += 1;
    }
  }
  expect(pairs).toBe(60);
});

test('a request reads neither address nor account', async () => {
  const { email } = await newAdviser();
  expect((await shownBy(email)).asked).toEqual(['UpdateItem', 'PutItem']);
});

test('a line of a known address is followed by one mail, however often it comes, and its link stays live', async () => {
  const ann = await newAdviser();
  const line = await lineFor(ann.email);
  for (let i = 0; i < 3; i += 1) await followed(line);
  const mails = await mailsTo(ann.email);
  expect(mails).toHaveLength(1);
  expect((await reset(resetTokenIn(mails[0]))).status).toBe(200);
  await followed(line);
  const links = (await mailsTo(ann.email)).filter((mail) => resetTokenIn(mail));
  expect([(await accountOf(ann))?.reset, links.length]).toEqual([undefined, 1]);
});

test('a line of an address that nobody has is followed by nothing', async () => {
  const email = unknown();
  const { asked } = await withFault(noFault, async () => followed(await lineFor(email)));
  expect(new Set(asked)).toEqual(new Set(['BatchGetItem']));
  expect(await mailsTo(email)).toEqual([]);
});

test('a line of an address where mail bounced is followed by nothing', async () => {
  const ann = await newAdviser();
  await changeStored(adviserKey(ann.id), { mailProblem: 'bounced' });
  await followed(await lineFor(ann.email));
  expect([(await accountOf(ann))?.reset, await mailsTo(ann.email)]).toEqual([undefined, []]);
});

test('a line of yesterday is still followed, one of the day before no more', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  await follow(await lineFor(ann.email), later(24));
  await follow(await lineFor(bob.email), later(24.1));
  expect([(await mailsTo(ann.email)).length, (await mailsTo(bob.email)).length]).toEqual([1, 0]);
});

test('killed before any of its calls and followed again, it mails one link at most, which works', async () => {
  const first = await lineFor((await newAdviser()).email);
  const { asked } = await withFault(noFault, () => followed(first));
  expect(asked.slice(-2)).toEqual(['TransactWriteItems', 'SendRawEmail']);
  const mailed = [];
  for (let nth = 1; nth <= asked.length; nth += 1) {
    const ann = await newAdviser();
    const line = await lineFor(ann.email);
    await withFault(killedAt(nth), () => followed(line)).catch(() => undefined);
    await followed(line);
    const mails = await mailsTo(ann.email);
    mailed.push(mails.length);
    for (const mail of mails) expect((await reset(resetTokenIn(mail))).status).toBe(200);
  }
  // Only what is killed between the mark and SES is lost.
  expect(mailed).toEqual([...Array(asked.length - 1).fill(1), 0]);
});

test('a mail that SES refuses is in the log by id alone, and asking again sends one', async () => {
  const ann = await newAdviser();
  newLogLines();
  const body =
    '<ErrorResponse><Error><Code>MessageRejected</Code><Message>not verified</Message></Error></ErrorResponse>';
  const line = await lineFor(ann.email);
  await withFault(refusing('SendRawEmail', { status: 400, body }), () => followed(line));
  expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'reset mail', adviser: ann.id, MailRefused: 1 }]);
  await followed(await lineFor(ann.email));
  expect(await mailsTo(ann.email)).toHaveLength(1);
});

test('an address that moves while its line is followed gets no live link mailed to the old one', async () => {
  const admin = await demoAdmin();
  const answered = { status: 200, body: undefined, headers: new Headers() };
  const played = await interleaved(
    () => newAdviser(),
    (ann) => async () => followed(await lineFor(ann.email)).then(() => answered),
    ({ id, email }) => {
      const sent = { params: { id }, body: { email: `new-${email}` } };
      return () => callHandler(admin, 'PATCH /api/advisers/{id}', sent);
    },
    async (ann, { other }) => {
      expect(other.status).toBe(200);
      const mailed = (await mailsTo(ann.email)).some((mail) => resetTokenIn(mail));
      expect(mailed && (await accountOf(ann))?.reset).toBeFalsy();
    },
  );
  expect(played).toBeGreaterThan(3);
});
