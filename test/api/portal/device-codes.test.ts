import { beforeEach, describe, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import { type CodesItem, codesKey } from '#functions/domain/portal/codes.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { OwnDevice } from '#shared/contract/devices.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { openPortal } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { followed } from '../../support/audit-entries.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdmin, newAdviser } from '../../support/builders.ts';
import { type Fault, meanwhile, refusing, sesError, withFault } from '../../support/faults/faults.ts';
import { atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { codeIn, mailsTo } from '../../support/mail.ts';
import { codeRequest, guardedClient, mailedCode, otherThan, typed } from '../../support/people/devices.ts';

let mia: Awaited<ReturnType<typeof guardedClient>>;
let phone: Caller;
const ann = await newAdviser('Ann Smith');
beforeEach(async () => {
  mia = await guardedClient(ann);
  phone = new Caller(mia.token);
});

const EXPIRED = 'That code has expired. Send a new one.';
const MINUTE = MINUTE_MS;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1';
const open = (caller = phone) => openPortal(mia.token, caller);
const ask = (caller = phone) => caller.call('POST /api/portal/code');
const devices = async (caller = phone): Promise<OwnDevice[]> => (await caller.call('GET /api/portal/devices')).body;
const record = async (): Promise<ClientAuditEntry[]> =>
  (await ann.call('GET /api/clients/{id}/activity', { params: { id: mia.id } })).body;
const actions = async () => (await record()).map(({ action }) => action);
const codes = () => stored<CodesItem>(codesKey(mia.id));
const guesses = () => stored(attemptsKey('portal-guess', mia.id));
const phrase = async () =>
  (await ann.call('POST /api/clients/{id}/devices/phrase', { params: { id: mia.id } })).body.phrase as string;

test('a new device must confirm by a mailed code before it opens the page', async () => {
  expect(await open()).toMatchObject({
    status: 401,
    body: { message: 'Please confirm this device', stepUp: { to: expect.stringMatching(/^.•••@clients\.example$/) } },
  });
  expect((await ask()).status).toBe(202);
  const [mail] = await mailsTo(mia.email, 1);
  expect(mail?.text).toContain('It works for 15 minutes');
  const answer = await typed(phone, codeIn(mail), true, { 'user-agent': IPHONE });
  expect([answer.status, answer.body]).toEqual([204, undefined]);
  expect(answer.headers.get('set-cookie')).toMatch(/^device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
  expect((await open()).status).toBe(200);
  expect(await devices()).toEqual([expect.objectContaining({ label: 'iPhone, Safari', by: 'code', current: true })]);
  expect((await open(new Caller(mia.token))).status).toBe(401);
  expect((await record()).slice(0, 2)).toMatchObject([
    { action: 'device-confirmed', actorType: 'client', summary: 'Opened the portal on a new device: iPhone, Safari' },
    { action: 'portal-code-requested' },
  ]);
});

test('without “remember” the cookie ends with the browser session and the device after twelve hours', async () => {
  const answer = await typed(phone, await mailedCode(mia), false);
  expect(answer.headers.get('set-cookie')).not.toContain('Max-Age');
  const [device] = await devices();
  const item = await stored({ ...clientKey(mia.id), sk: `DEVICE#${device?.id}` });
  const hours = (Date.parse(String(item?.endsAt)) - Date.parse(device?.confirmedAt ?? '')) / (60 * MINUTE);
  expect(hours).toBe(12);
});

test('two clients who share a tablet have one cookie and two confirmations', async () => {
  const tom = await guardedClient(ann);
  await typed(phone, await mailedCode(mia));
  const tablet = new Caller(tom.token);
  tablet.cookie = phone.cookie;
  expect((await tablet.call('GET /api/portal/devices')).status).toBe(401);
  const answer = await typed(tablet, await mailedCode(tom), false);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, null]);
  const [one] = await devices();
  const [two] = (await tablet.call('GET /api/portal/devices')).body;
  expect([one?.current, two?.current, one?.id === two?.id]).toEqual([true, true, true]);
});

test('accepts a code within other text, and rejects a malformed code without counting a guess', async () => {
  for (const code of ['12345', '', 'hello']) {
    const fields = { code: 'Enter the 6 digits from the email' };
    expect(await typed(phone, code)).toMatchObject({ status: 400, body: { fields } });
  }
  expect(await guesses()).toBeUndefined();
  const code = await mailedCode(mia);
  expect((await typed(phone, `Your code: ${code.slice(0, 3)}-${code.slice(3)} `)).status).toBe(204);
});

test('a wrong code shows the remaining tries, and the fifth voids all codes and the phrase and pauses', async () => {
  const right = await mailedCode(mia);
  const spoken = await phrase();
  const wrong = () => typed(phone, otherThan(right));
  for (const left of ['4 more tries', '3 more tries', '2 more tries', '1 more try'])
    expect((await wrong()).body.message).toBe(`That code is not right. You have ${left}.`);
  const fifth = await wrong();
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '900']);
  expect(fifth.body.message).toBe('That was too many wrong codes. Please wait 15 minutes, then ask for a new one.');
  for (const code of [right, spoken]) expect((await typed(phone, code)).status).toBe(429);
  const again = await ask();
  expect([again.status, Number(again.headers.get('retry-after')) > 890]).toEqual([429, true]);
  expect((await actions()).filter((action) => action === 'portal-code-refused')).toHaveLength(1);
  // Simulates that a quarter of an hour has passed.
  await changeStored(attemptsKey('portal-guess', mia.id), { endsAt: 1 });
  await changeStored(codesKey(mia.id), { pausedUntil: new Date(0).toISOString() });
  for (const code of [right, spoken])
    expect(await typed(phone, code)).toMatchObject({ status: 401, body: { message: EXPIRED } });
  expect((await typed(phone, await mailedCode(mia))).status).toBe(204);
});

test('the pause starts at the fifth wrong code, not at the first', async () => {
  const right = await mailedCode(mia);
  for (let i = 0; i < 4; i += 1) await typed(phone, otherThan(right));
  await changeStored(attemptsKey('portal-guess', mia.id), { endsAt: Math.floor(Date.now() / 1000) + 30 });
  await typed(phone, otherThan(right));
  expect(Number((await typed(phone, right)).headers.get('retry-after'))).toBeGreaterThan(890);
});

test('compares at most five of a hundred concurrent guesses', async () => {
  const right = await mailedCode(mia);
  const guess = () => confirming({ client: mia, code: otherThan(right) })();
  const all = await Promise.all(Array.from({ length: 100 }, guess));
  const compared = all.filter(({ status }) => status === 401);
  expect(compared.length).toBeLessThanOrEqual(5);
  expect(all.every(({ status }) => [401, 409, 429].includes(status))).toBe(true);
  expect((await typed(phone, right)).status).toBe(429);
});

test('a right code resets the count of wrong ones', async () => {
  const right = await mailedCode(mia);
  for (let i = 0; i < 4; i += 1) await typed(phone, otherThan(right));
  expect((await typed(phone, right)).status).toBe(204);
  expect(await guesses()).toMatchObject({ count: 0 });
});

test('an earlier code stays valid until it expires, except the oldest of four', async () => {
  const sent: string[] = [];
  for (let i = 4; i > 0; i -= 1) sent.push(await mailedCode(mia, new Date(Date.now() - i * MINUTE)));
  expect((await typed(phone, sent[0] ?? '')).body.message).toBe(EXPIRED);
  expect((await typed(phone, sent[1] ?? '')).status).toBe(204);
  expect((await typed(new Caller(mia.token), sent[3] ?? '')).status).toBe(204);
});

test('a code is valid for fifteen minutes', async () => {
  const late = await mailedCode(mia, new Date(Date.now() - 15 * MINUTE));
  expect((await typed(new Caller(mia.token), late)).body.message).toBe(EXPIRED);
  const inTime = await mailedCode(mia, new Date(Date.now() - 14 * MINUTE));
  expect((await typed(phone, inTime)).status).toBe(204);
});

test('the eleventh code of a day is refused with a message, and is not logged', async () => {
  expect((await ask()).status).toBe(202);
  await changeStored(attemptsKey('portal-code', mia.id), { count: 9 });
  expect((await ask()).status).toBe(202);
  const { status, body, headers } = await ask();
  expect([status, body.message]).toEqual([429, 'You can ask for 10 codes a day. Please try again in 24 hours.']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  expect((await actions()).filter((action) => action === 'portal-code-requested')).toHaveLength(2);
});

test('a client whose mail bounces is given a phone contact, and no code is requested', async () => {
  await changeStored(clientKey(mia.id), { 'summary/mailProblem': 'bounced' });
  const { status, body } = await ask();
  expect([status, body.message]).toEqual([
    409,
    expect.stringMatching(/^Email to your address was not delivered\. Please (phone|contact) Ann Smith at /),
  ]);
  expect(await actions()).not.toContain('portal-code-requested');
});

test('a client without access to its mail gets a phone contact, and its adviser a few notices an hour', async () => {
  const ask = () => phone.call('POST /api/portal/no-code');
  const { status, body } = await ask();
  expect([status, body.adviser]).toEqual([200, { name: 'Ann Smith' }]);
  expect(Object.keys(body.firm).sort()).toEqual(['hours', 'name', 'phone']);
  const notice = { kind: 'no-code', clientId: mia.id, text: 'Cannot access their email to open the portal' };
  await expect.poll(() => inboxOf(ann), SOON).toContainEqual(expect.objectContaining(notice));
  for (let i = 0; i < 4; i += 1) expect((await ask()).status).toBe(200);
  expect((await actions()).filter((action) => action === 'portal-help-asked')).toHaveLength(3);
});

test('a phrase confirms one device once within ten minutes, and a new phrase voids the old one', async () => {
  const [first, second] = [await phrase(), await phrase()];
  expect([first, second].map((one) => /^[CDFGHJKMNPQRTVWX]{8}$/.test(one))).toEqual([true, true]);
  expect((await typed(phone, first)).body.message).toBe('That code is not right. You have 4 more tries.');
  expect((await typed(phone, `${second.slice(0, 4).toLowerCase()} ${second.slice(4)}`)).status).toBe(204);
  expect(await devices()).toMatchObject([{ by: 'phone' }]);
  expect((await typed(new Caller(mia.token), second)).body.message).toBe(EXPIRED);
  expect((await record()).map(({ action, actorType }) => [action, actorType]).slice(0, 3)).toEqual([
    ['device-confirmed', 'client'],
    ['device-phrase-made', 'adviser'],
    ['device-phrase-made', 'adviser'],
  ]);
  const late = await phrase();
  const { phrase: kept } = (await codes()) ?? {};
  expect(Date.parse(kept?.endsAt ?? '') - Date.now()).toBeLessThanOrEqual(10 * MINUTE);
  expect(JSON.stringify(kept)).not.toContain(late);
  await changeStored(codesKey(mia.id), { phrase: { ...kept, endsAt: new Date().toISOString() } });
  expect((await typed(new Caller(mia.token), late)).body.message).toBe(EXPIRED);
});

test('a new link voids codes and devices', async () => {
  const [first, second] = [await mailedCode(mia), await mailedCode(mia)];
  await typed(phone, first);
  const item = await stored(clientKey(mia.id));
  await changeStored(clientKey(mia.id), { deviceVersion: Number(item?.deviceVersion ?? 0) + 1 });
  expect((await open()).status).toBe(401);
  expect((await typed(phone, second)).body.message).toMatch(/^That code is not right/);
});

const withCode = async () => {
  const client = await guardedClient(ann);
  return { client, code: await mailedCode(client) };
};
const confirming = ({ client: { token }, code }: { client: { token: string }; code: string }) =>
  calling({ token }, 'POST /api/portal/device', { body: { code, remember: true } });

const sentCodes = async (email = mia.email) => (await mailsTo(email)).map(codeIn).filter((code) => code !== '');

describe('the email for a requested code', () => {
  test('goes to the client’s current address, even if it changes meanwhile', async () => {
    const now = `new-${mia.email}`;
    const line = codeRequest(mia);
    const change = calling(ann, 'PATCH /api/clients/{id}', { params: { id: mia.id }, body: { email: now } });
    await withFault(meanwhile('TransactWriteItems', change), () => followed(line));
    expect([(await sentCodes()).length, (await sentCodes(now)).length]).toEqual([0, 1]);
  });

  test('carries a new code on the run after SES throttling, and an earlier code stays valid', async () => {
    const earlier = await mailedCode(mia);
    const line = codeRequest(mia);
    for (let i = 0; i < 4; i += 1)
      await expect(withFault(refusing('SendRawEmail', sesError('Throttling')), () => followed(line))).rejects.toThrow();
    await followed(line);
    const sent = await sentCodes();
    expect(sent).toHaveLength(2);
    for (const code of sent) expect(JSON.stringify(await codes())).not.toContain(code);
    for (const code of [earlier, sent.find((one) => one !== earlier) ?? ''])
      expect((await typed(new Caller(mia.token), code)).status).toBe(204);
  });

  test('is logged by id alone if SES refuses it', async () => {
    newLogLines();
    await withFault(refusing('SendRawEmail', sesError('MessageRejected')), () => followed(codeRequest(mia)));
    expect(newLogLines()).toMatchObject([{ level: 'ERROR', what: 'code mail', client: mia.id }]);
  });

  test.each([
    ['was made 15 minutes ago', { v: 1 }, -15.1],
    ['is from a client whose mail failed', { 'summary/mailProblem': 'complained' }, 0],
    ['is from a client whose portal is suspended', { 'summary/portalSuspended': true }, 0],
    ['is from a client that is being deleted', { deleting: true }, 0],
  ])('is not sent if the request %s', async (_, set, minutes) => {
    await changeStored(clientKey(mia.id), set);
    await followed(codeRequest(mia, new Date(Date.now() + minutes * MINUTE)));
    expect([await sentCodes(), await codes()]).toEqual([[], undefined]);
  });

  test('is not sent while codes are paused', async () => {
    for (let i = 0; i < 5; i += 1) await typed(phone, otherThan());
    await followed(codeRequest(mia));
    expect(await sentCodes()).toEqual([]);
  });
});

test('the next guess voids the codes if the fifth wrong one was killed before doing so', async () => {
  const right = await mailedCode(mia);
  for (let i = 0; i < 4; i += 1) await typed(phone, otherThan(right));
  const guess = confirming({ client: mia, code: otherThan(right) });
  const kill: Fault = (operation) => {
    if (operation === 'TransactWriteItems') throw new Error('killed');
    return undefined;
  };
  expect((await withFault(kill, guess)).result.status).toBe(500);
  expect((await codes())?.pausedUntil).toBeUndefined();
  expect((await guess()).status).toBe(429);
  expect((await codes())?.pausedUntil).toBeDefined();
  expect((await actions()).filter((action) => action === 'portal-code-refused')).toHaveLength(1);
});

test('confirming a device is atomic and can be retried after a crash at any call', async () => {
  await killAtEveryCall(
    withCode,
    confirming,
    async () => undefined,
    // Returned to the retry: the code is expired if the killed call had consumed it.
    [204, 401],
  );
});

test('a code typed twice concurrently confirms one device and is then expired', async () => {
  await interleaved(withCode, confirming, confirming, async (given, { first, other }) => {
    expect([first.status, other.status].sort()).toEqual([204, 401]);
    const { status, body } = await confirming(given)();
    expect([status, body.message]).toEqual([401, EXPIRED]);
    const entries = await ann.call('GET /api/clients/{id}/activity', { params: { id: given.client.id } });
    expect(entries.body.filter(({ action }: ClientAuditEntry) => action === 'device-confirmed')).toHaveLength(1);
  });
});

test('a new link at any moment of a confirmation admits no device of the former link', async () => {
  const admin = await newAdmin();
  await atOnce(
    withCode,
    confirming,
    ({ client: { id } }) => calling(admin, 'POST /api/clients/{id}/token/regenerate', { params: { id } }),
    async ({ client }, [confirmed, renewed]) => {
      expect([renewed.status, [204, 401].includes(confirmed.status)]).toEqual([200, true]);
      const { body } = await ann.call('GET /api/clients/{id}/devices', { params: { id: client.id } });
      expect(body).toEqual([]);
    },
  );
});
