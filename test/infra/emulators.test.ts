import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { mimeOf } from '#functions/services/mail/send.ts';
import { BUNDLED, kindAt, kindNamed, limitsOf, sentMail } from '#infra/local/emulator-kinds.ts';
import { driveTick } from '#infra/local/tick.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server = undefined;
});

/** Starts a server that answers these paths with JSON and any other with 403, as AWS does unsigned calls. */
async function answering(answers: Readonly<Record<string, unknown>>): Promise<string> {
  server = createServer(({ url = '' }, response) => {
    const answer = answers[url];
    response.writeHead(answer === undefined ? 403 : 200).end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test.each([
  ['the bundled emulator', { '/_ministack/health': {}, '/_localstack/health': {} }],
  ['LocalStack', { '/_localstack/info': {}, '/_localstack/health': {} }],
  ['an unknown emulator', {}],
])('%s is identified by its paths', async (name, answers) => {
  expect((await kindAt(await answering(answers)))?.name).toBe(name);
});

test('an unknown emulator has no emails to show', async () => {
  expect(await sentMail('', kindNamed('an unknown emulator'))).toBeUndefined();
});

test('no emulator is found if no server answers', async () => {
  const url = await answering({});
  server?.close();
  expect(await kindAt(url)).toBeUndefined();
});

test('LocalStack’s emails are returned newest first in the format of /__mail, or none', async () => {
  const mail = (to: string, Timestamp: string) => ({
    Id: 'x',
    Source: 'portal@example.com',
    RawData: mimeOf({
      from: { name: 'Harbour', address: 'portal@example.com' },
      to,
      subject: 'Your portal',
      text: 'Hello\n\nZoë',
      html: '<p>Hello</p>',
    }),
    Timestamp,
  });
  const messages = [mail('a@x.example', '2026-03-01T09:30:00'), mail('b@x.example', '2026-03-01T09:30:00')];
  const localstack = kindNamed('LocalStack');
  const told = await sentMail(await answering({ '/_aws/ses': { messages } }), localstack);
  expect(told?.map(({ to }) => to)).toEqual(['b@x.example', 'a@x.example']);
  expect(told?.[0]).toEqual({
    to: 'b@x.example',
    subject: 'Your portal',
    text: 'Hello\n\nZoë',
    html: '<p>Hello</p>',
    sentAt: '2026-03-01T09:30:00.000Z',
  });
  server?.close();
  expect(await sentMail(await answering({}), localstack)).toEqual([]);
});

test('a local run lists LocalStack’s limitations, and none for the bundled emulator', () => {
  const limits = limitsOf(kindNamed('LocalStack'));
  expect(limits[0]).toBe('Differences of LocalStack from AWS:');
  expect(limits).toContain('  - schedules never fire');
  expect(limits.at(-1)).toBe('  - npm start runs the tick every quarter of an hour instead');
  expect(limitsOf(BUNDLED)).toEqual([]);
});

test('the tick runs every quarter-hour until the run stops, even after a failure', async () => {
  vi.useFakeTimers({ now: new Date('2027-01-04T08:52:10Z') });
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const runs: string[] = [];
  const stop = driveTick(async () => {
    runs.push(new Date().toISOString().slice(11, 19));
    if (runs.length === 1) throw new Error('no answer');
  });
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(runs).toEqual(['09:00:00', '09:15:00']);
  expect(said).toHaveBeenCalledExactlyOnceWith('The tick failed: Error: no answer');
  stop();
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(runs).toHaveLength(2);
  vi.useRealTimers();
  said.mockRestore();
});
