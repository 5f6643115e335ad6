import { expect, test } from 'vitest';
import { clientOf, openPortal, withCookie } from '../../support/acts.ts';
import { type Answered, Caller } from '../../support/api.ts';
import { fileForm, newAdviser } from '../../support/builders.ts';
import { mailsTo } from '../../support/mail.ts';
import { siteOrigin } from '../../support/stack.ts';
import { tampered } from '../../support/tampered.ts';

const SECRET = 'SECRET-NOTE';
const adviser = await newAdviser();
const client = await clientOf(adviser, { name: 'Mia Wood' });
const links = { cashcalcLink: `https://x.example/${SECRET}`, pipedriveLink: `https://y.example/${SECRET}` };
await client.change({
  description: SECRET,
  advice: { initial: 1500, agreedOn: '2026-11-03', how: SECRET, about: SECRET },
  ...links,
});

test('the mailed link opens the portal of that client', async () => {
  await client.by('POST /api/clients/{id}/send-portal-link');
  const [mail] = await mailsTo(client.email);
  const [link, token] = new RegExp(`${siteOrigin()}/portal/([\\w-]+)`).exec(mail?.text ?? '') ?? [];
  expect([token, mail?.html.includes(link ?? '-')]).toEqual([client.token, true]);
  const { body } = await openPortal(client.token);
  const { id, email, phone } = client;
  const journey = { status: 'on_target', completed: false, progress: 0, currentStage: 'Initial Setup' };
  expect(body.client).toEqual({ id, name: 'Mia Wood', email, phone, ...journey, stuckSince: null, calls: [] });
  expect(body.adviser).toEqual({ name: adviser.name, away: null });
});

const keysIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
const HIDDEN =
  /advice|note(?!s$|Required$)|adviserNotes|link|encryptionKey|encryptedPath|iv$|authTag|tokenVersion|hash|gpk|gsk|^pk$|^sk$/i;

async function everyAnswer(): Promise<Answered[]> {
  const { by, own, setTask, token } = client;
  const { id: ref } = (await client.addTask({})).body;
  const hidden = (await client.addTask({ title: SECRET, responsibility: 'adviser' })).body;
  await setTask(ref, { adviserNotes: SECRET });
  return [
    await by('POST /api/clients/{id}/documents', { form: fileForm('x', 'x.txt') }, own),
    await client.write('Hello', own),
    await by('GET /api/clients/{id}/messages', {}, own),
    await by('POST /api/clients/{id}/stuck', { body: { ref, text: 'Which page?' } }, own),
    await own.call('GET /api/portal/{token}/news', { params: { token } }),
    await setTask(ref, { clientNotes: ' posted ' }, own),
    await setTask(ref, { status: 'completed' }, own),
    await setTask(ref, { clientNotes: 'more' }, own),
    await setTask(hidden.id, { clientNotes: 'x' }, own),
    await openPortal(token, own),
    await by('GET /api/clients/{id}', {}, own),
  ];
}

test('no response to a client contains notes, links, key material or the adviser’s tasks', async () => {
  const answers = await everyAnswer();
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 200, 200, 409, 404, 200, 403]);
  expect(answers[6]?.body).toMatchObject({ clientNotes: 'posted', completedAt: expect.any(String) });
  for (const { body } of answers) {
    expect(keysIn(body).filter((key) => HIDDEN.test(key))).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(SECRET);
  }
});

test.each([
  ['GET /api/auth/me', {}, 403],
  ['GET /api/clients', {}, 403],
  ['GET /api/clients/{id}', {}, 403],
  ['GET /api/clients/{id}/stages', {}, 403],
  ['PATCH /api/clients/{id}', { body: { status: 'urgent' } }, 403],
  ['GET /api/clients/{id}/messages', {}, 200],
] as const)(
  'a portal token with an adviser’s cookie has the rights of the client only: %s',
  async (name, sent, status) => {
    expect((await client.by(name, sent, withCookie(adviser.cookie, client.token))).status).toBe(status);
  },
);

test('an empty or broken token does not fall back to the cookie', async () => {
  for (const token of ['', 'x', 'A'.repeat(65), `${client.token}x`, 'x'.repeat(3000)]) {
    const headers = { 'x-client-token': token, cookie: adviser.cookie ?? '' };
    expect((await new Caller().call('GET /api/auth/me', { headers })).status).toBe(401);
  }
});

test('unknown, revoked and deleted clients’ tokens get the same response', async () => {
  const [revoked, deleted] = [await clientOf(adviser), await clientOf(adviser)];
  await revoked.newLink();
  await deleted.remove();
  const { status, body } = await openPortal(`${'A'.repeat(22)}${'B'.repeat(43)}`);
  expect(status).toBe(401);
  for (const token of [revoked.token, deleted.token, tampered(client.token), 'short', '%00'])
    expect(await openPortal(token)).toMatchObject({ status, body });
});
