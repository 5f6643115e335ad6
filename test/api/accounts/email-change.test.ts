import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { type AdviserItem, adviserKey, directoryKeys } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/account-creation.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { AUDIT } from '#functions/services/keys/keys.ts';
import type { Mailbox } from '#shared/rules/people.ts';
import { changeAccount, doneBy, forgotPassword, login, me, register, resetPassword } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { followed } from '../../support/audit-entries.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { callHandler, calling } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { confirmTokenIn, mailsTo, resetTokenIn } from '../../support/mail.ts';

const admin = await demoAdmin();
const newAddress = () => `${randomUUID().slice(0, 8)}@new.example`;
const accountOf = async ({ id }: Person) => (await stored<AdviserItem>(adviserKey(id))) as AdviserItem;
const patch = (caller: Caller, body: object) => callHandler(caller, 'PATCH /api/account', { body });
const confirm = (token: string, caller = {}) =>
  callHandler(caller, 'POST /api/auth/confirm-address', { body: { token } });
const pendingOf = async (person: Person) => (await person.call('GET /api/account')).body.emailChange;

/** Waits for the `nth` confirmation links of both mailboxes, and returns the newest. */
async function linksOf(ann: Person, email: string, nth = 1): Promise<Record<Mailbox, string>> {
  const newest = async (address: string) => confirmTokenIn((await mailsTo(address, nth))[0]);
  return { old: await newest(ann.email), new: await newest(email) };
}

/** Requests a new address, and returns the links that were emailed. */
async function requested(ann?: Person) {
  const [person, email] = [ann ?? (await newAdviser()), newAddress()];
  expect((await patch(person, { email })).status).toBe(200);
  return { ann: person, email, links: await linksOf(person, email) };
}

const HALF = { old: 'emailed to your new address', new: 'emailed to your old address' };
const INVALID = 'This link has expired or was replaced. You can get a new one on your account page.';
const expectInvalid = async (...tokens: string[]) => {
  for (const token of tokens) {
    const { status, body } = await confirm(token);
    expect([status, body]).toEqual([400, { message: INVALID }]);
  }
};
const expectUnchanged = async (ann: Person) => {
  expect((await accountOf(ann)).summary.email).toBe(ann.email);
  expect(await stored(await emailKey(ann.email))).toMatchObject({ adviserId: ann.id });
};

describe('PATCH /api/account', () => {
  test('changes the own name immediately, in the list of accounts too, with one audit entry', async () => {
    const ann = await newAdviser();
    const { status, body } = await ann.call('PATCH /api/account', { body: { name: '  Ann   Öz ' } });
    expect([status, body]).toEqual([200, (await ann.call('GET /api/account')).body]);
    expect(body).toMatchObject({ id: ann.id, name: 'Ann Öz', email: ann.email, emailChange: null });
    expect(await accountOf(ann)).toMatchObject(directoryKeys(ann.id, 'Ann Öz'));
    expect((await ann.call('GET /api/auth/me')).body.name).toBe('Ann Öz');
    await patch(ann, { name: 'Ann Öz' });
    await patch(ann, {});
    expect(await doneBy(ann)).toEqual(['Changed name of Ann Öz’s account']);
  });

  test('stores a new address as pending beside a new name, and changes nothing else', async () => {
    for (const ann of [await newAdviser(), await newAdmin()]) {
      const email = newAddress();
      const { status, body } = await patch(ann, { name: 'Ann', email: ` ${email.toUpperCase()}` });
      expect([status, body.name, body.email, body.emailChange]).toEqual([
        200,
        'Ann',
        ann.email,
        { email, confirmed: [], endsAt: expect.any(String) },
      ]);
      const left = Date.parse(body.emailChange.endsAt) - Date.now();
      expect(left).toBeGreaterThan(23 * 3_600_000);
      await expectUnchanged(ann);
      expect(await stored(await emailKey(email))).toBeUndefined();
    }
  });

  test('requires a re-authentication within ten minutes for an address, not for a name', async () => {
    const ann = await newAdviser();
    const [session] = await query(adviserKey(ann.id).pk, 'SESSION#');
    await changeStored(session as never, { createdAt: new Date(Date.now() - 10 * 60_000).toISOString() });
    const { status, body } = await patch(ann, { name: 'Ann', email: newAddress() });
    expect([status, body.confirm]).toEqual([403, true]);
    expect((await accountOf(ann)).summary.name).toBe(ann.name);
    expect((await patch(ann, { name: 'Ann' })).status).toBe(200);
    expect((await patch(ann, { email: ann.email })).status).toBe(200);
  });

  test('refuses an address in use, and one that cannot be confirmed from the old mailbox', async () => {
    const ann = await newAdviser();
    const { status, body } = await patch(ann, { email: admin.email });
    expect([status, body]).toEqual([409, { message: 'This email is already in use' }]);
    await changeStored(adviserKey(ann.id), { mailProblem: 'bounced', mailProblemAddress: ann.email });
    const undelivered = await patch(ann, { email: newAddress() });
    expect([undelivered.status, undelivered.body.message]).toEqual([409, expect.stringContaining('ask an admin')]);
  });

  test('changes nothing if only the letter case of the address differs, and counts no request', async () => {
    const ann = await newAdviser();
    for (let i = 0; i < 4; i += 1) {
      const { status, body } = await patch(ann, { email: ` ${ann.email.toUpperCase()} ` });
      expect([status, body.email, body.emailChange]).toEqual([200, ann.email, null]);
    }
    await expectUnchanged(ann);
    expect(await doneBy(ann)).toEqual([]);
  });

  test('accepts three new addresses an hour for an account, and three requests for an address', async () => {
    const [ann, email] = [await newAdviser(), newAddress()];
    for (let i = 0; i < 3; i += 1) expect((await patch(ann, { email })).status).toBe(200);
    const { status, headers } = await patch(ann, { email: newAddress() });
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.closeTo(3600, -2)]);
    expect((await patch(await newAdviser(), { email })).status).toBe(429);
    expect([(await patch(ann, { name: 'Ann' })).status, (await patch(ann, { email: ann.email })).status]).toEqual([
      200, 200,
    ]);
  });
});

describe('a new own address', () => {
  test.each(['old', 'new'] as const)('changes after both mailboxes confirm it, the %s one first', async (first) => {
    const { ann, email, links } = await requested();
    await changeStored(adviserKey(ann.id), { reset: { hash: 'x'.repeat(43), expiresAt: '2999' } });
    const second = first === 'old' ? 'new' : 'old';
    for (const _ of [1, 2]) {
      const { status, body } = await confirm(links[first]);
      expect([status, body.message]).toEqual([200, expect.stringContaining(HALF[first])]);
    }
    expect(await pendingOf(ann)).toMatchObject({ email, confirmed: [first] });
    await expectUnchanged(ann);

    for (const token of [links[second], links[second], links[first]]) {
      const { status, body } = await confirm(token);
      expect([status, body.message]).toEqual([200, expect.stringContaining('Your email address has changed')]);
    }
    expect((await ann.call('GET /api/account')).body).toMatchObject({ email, emailChange: null });
    expect(await accountOf(ann)).not.toHaveProperty('reset');
    expect(await stored(await emailKey(ann.email))).toBeUndefined();
    expect(await stored(await emailKey(email))).toMatchObject({ adviserId: ann.id });
    expect([(await login(email)).status, (await login(ann.email)).status, await me(ann)]).toEqual([200, 401, 200]);
    expect(await doneBy(ann)).toEqual(
      [
        'Signed in',
        `Changed email of ${ann.name}’s account`,
        `Confirmed their new email address from the ${first} mailbox`,
        'Asked to change their email address',
      ].map((summary) => expect.stringContaining(summary)),
    );
    for (const address of [ann.email, email]) {
      const [{ subject = '' } = {}] = await mailsTo(address, 2);
      expect(subject, address).toMatch(/^Your email address was changed/);
    }
  });

  test('is emailed to the old mailbox with the new address, and to the new one without name or old address', async () => {
    const { ann, email } = await requested(await newAdviser('See evil.example'));
    const [[old], [fresh]] = [await mailsTo(ann.email), await mailsTo(email)];
    expect(old?.text.replaceAll('\u2060', '')).toContain(`change your address to ${email}`);
    expect(old?.text).toMatch(/\/confirm-address\/[\w-]{65}#old/);
    expect(fresh?.text).toMatch(/\/confirm-address\/[\w-]{65}#new/);
    for (const secret of ['evil', ann.email]) expect(`${fresh?.text}${fresh?.html}`).not.toContain(secret);
  });

  test('is confirmed by its links even in a session of another account, which stays as it is', async () => {
    const [{ ann, email, links }, bob] = [await requested(), await newAdviser()];
    for (const token of Object.values(links)) expect((await confirm(token, bob)).status).toBe(200);
    expect((await accountOf(ann)).summary.email).toBe(email);
    await expectUnchanged(bob);
  });

  test('is not confirmed by a foreign, malformed or expired link', async () => {
    const { ann, links } = await requested();
    const other = await newAdviser();
    await expectInvalid(other.id + links.old.slice(22), `${links.old.slice(0, -1)}-`);
    await confirm(links.old);
    const { emailChange } = await accountOf(ann);
    const endsAt = new Date().toISOString();
    await changeStored(adviserKey(ann.id), { emailChange: { ...emailChange, endsAt } });
    await expectInvalid(links.old, links.new);
    expect(await pendingOf(ann)).toBeNull();
    await expectUnchanged(ann);
  });

  test('is replaced by another one, whose links are new', async () => {
    const { ann, links } = await requested();
    await confirm(links.old);
    const email = newAddress();
    const { body } = await patch(ann, { email });
    expect(body.emailChange).toMatchObject({ email, confirmed: [] });
    await expectInvalid(links.old, links.new);
    expect(confirmTokenIn((await mailsTo(ann.email, 2))[0])).not.toBe(links.old);
  });

  test('is sent again only to the mailbox that has not confirmed it', async () => {
    const { ann, email, links } = await requested();
    await confirm(links.old);
    expect((await patch(ann, { email })).body.emailChange).toMatchObject({ email, confirmed: ['old'] });
    await expectInvalid(links.new);
    const token = confirmTokenIn((await mailsTo(email, 2))[0]);
    expect((await confirm(token)).status).toBe(200);
    expect((await accountOf(ann)).summary.email).toBe(email);
    expect((await mailsTo(ann.email)).filter((mail) => confirmTokenIn(mail))).toHaveLength(1);
  });

  const VOIDED: Record<string, (ann: Person) => Promise<{ status: number }>> = {
    'the holder cancels it': (ann) => patch(ann, { email: ann.email }),
    'an admin changes the address': async (ann) => changeAccount(admin, ann.id, { email: newAddress() }),
    'an admin sets a password': (ann) => changeAccount(admin, ann.id, { password: 'another one' }),
    'the holder changes the password': (ann) =>
      ann.call('POST /api/account/password', { body: { current: PASSWORD, new: 'a new password' } }),
    'the password is reset': async (ann) => {
      await forgotPassword(ann.email);
      return resetPassword(resetTokenIn((await mailsTo(ann.email, 2))[0]));
    },
  };
  test.each(Object.entries(VOIDED))('is void once %s', async (_, act) => {
    const { ann, email, links } = await requested();
    await confirm(links.new);
    expect((await act(ann)).status).toBeLessThan(300);
    await expectInvalid(links.old, links.new);
    expect(await accountOf(ann)).not.toHaveProperty('emailChange');
    expect((await accountOf(ann)).summary.email).not.toBe(email);
  });

  test('is refused if another account has taken it meanwhile, and stays pending', async () => {
    const { ann, email, links } = await requested();
    await confirm(links.old);
    await register({ name: 'Bob', email, password: PASSWORD });
    const { status, body } = await confirm(links.new);
    expect([status, body]).toEqual([409, { message: 'This email is already in use' }]);
    await expectUnchanged(ann);
    expect(await pendingOf(ann)).toMatchObject({ confirmed: ['old'] });
  });

  test('changes once if both links are opened concurrently', async () => {
    await interleaved(
      () => requested(),
      ({ links }) => calling({}, 'POST /api/auth/confirm-address', { body: { token: links.old } }),
      ({ links }) => calling({}, 'POST /api/auth/confirm-address', { body: { token: links.new } }),
      async ({ ann, email }, { first, other }) => {
        expect([first.status, other.status]).toEqual([200, 200]);
        expect((await accountOf(ann)).summary.email).toBe(email);
        expect((await doneBy(ann)).filter((summary) => summary.startsWith('Changed'))).toHaveLength(1);
      },
    );
  });

  test.each(['old', 'new'] as const)(
    'is confirmed completely or not at all if a call is killed, the %s mailbox last',
    async (last) => {
      await killAtEveryCall(
        async () => {
          const given = await requested();
          await confirm(given.links[last === 'old' ? 'new' : 'old']);
          return given;
        },
        ({ links }) => calling({}, 'POST /api/auth/confirm-address', { body: { token: links[last] } }),
        async ({ ann, email }) => {
          expect((await accountOf(ann)).summary.email).toBe(email);
          expect(await stored(await emailKey(ann.email))).toBeUndefined();
        },
        [200],
      );
    },
  );
});

describe('the audit entry of a requested address', () => {
  const entryOf = async ({ id }: Person) => {
    const entries = await query<AuditEntry>(AUDIT, 'ACTIVITY#');
    const found = entries.find((entry) => entry.actorId === id && entry.action === 'email-change-requested');
    return found ?? expect.fail('no entry');
  };

  test('emails each mailbox once, even if it is delivered repeatedly, and nothing once it is replaced', async () => {
    const { ann, email, links } = await requested();
    const entry = await entryOf(ann);
    await followed(entry);
    expect([await mailsTo(ann.email), await mailsTo(email)].map(({ length }) => length)).toEqual([1, 1]);
    expect((await patch(ann, { email })).status).toBe(200);
    await linksOf(ann, email, 2);
    await followed(entry);
    expect(await mailsTo(email)).toHaveLength(2);
    await expectInvalid(links.old);
  });

  test('stores both links and emails each at most once if its handler is killed at any call and repeated', async () => {
    await killAtEveryCall(
      async () => {
        const { ann } = await requested();
        // Requests another address without the event handler of the stack.
        const [emailChange, email] = [(await accountOf(ann)).emailChange, newAddress()];
        const request = randomUUID().replaceAll('-', '').slice(0, 22);
        await changeStored(adviserKey(ann.id), {
          emailChange: { ...emailChange, id: request, email },
          emailLinks: { request },
        });
        const entry = await entryOf(ann);
        return { ann, email, entry: { ...entry, sk: `${entry.sk}${request}`, data: { request } } };
      },
      ({ entry }) => job(() => followed(entry)),
      async ({ ann, email }) => {
        expect((await accountOf(ann)).emailLinks).toMatchObject({ old: {}, new: {} });
        // An email without a reply of SES is not sent again (inbox/mail-once).
        expect((await mailsTo(ann.email)).length).toBeLessThanOrEqual(2);
        const mails = await mailsTo(email);
        expect(mails.length).toBeLessThanOrEqual(1);
        if (mails[0]) expect((await confirm(confirmTokenIn(mails[0]))).status).toBe(200);
      },
      [200],
    );
  });

  test('contains no address and no token, and neither does the log', async () => {
    newLogLines();
    const { ann, email, links } = await requested();
    await confirm(links.new);
    const said = JSON.stringify([newLogLines(), await entryOf(ann)]);
    for (const secret of [email, ann.email, ...Object.values(links)]) expect(said).not.toContain(secret);
  });
});
