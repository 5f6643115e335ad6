import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { mimeOf } from '#functions/services/mail/send.ts';
import { BUNDLED, kindAt, kindNamed, limitsOf, sentMail } from '#infra/local/emulator-kinds.ts';
import { driveTick } from '#infra/local/start.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server = undefined;
});

/** Something that answers these paths with JSON, and every other with 403, as AWS refuses an unsigned call. */
async function answering(answers: Readonly<Record<string, unknown>>): Promise<string> {
  server = createServer(({ url = '' }, response) => {
    const answer = answers[url];
    response.writeHead(answer === undefined ? 403 : 200).end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test('an emulator is known by the address that it alone answers', async () => {
  const bundled = await answering({ '/_ministack/health': {}, '/_localstack/health': {} });
  expect((await kindAt(bundled))?.name).toBe('the bundled emulator');
});

test('LocalStack is known, and one that only speaks AWS is taken too', async () => {
  const localstack = await answering({ '/_localstack/info': {}, '/_localstack/health': {} });
  expect((await kindAt(localstack))?.name).toBe('LocalStack');
  server?.close();
  const other = await kindAt(await answering({}));
  expect(other?.name).toBe('an unknown emulator');
  expect(other && (await sentMail('', other))).toBeUndefined();
});

test('where nothing answers there is none yet', async () => {
  const url = await answering({});
  server?.close();
  expect(await kindAt(url)).toBeUndefined();
});

test('LocalStack’s mail is told as /__mail tells it, newest first; none before the first', async () => {
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

test('a local run says what LocalStack lacks and that it runs the tick itself; the bundled emulator lacks nothing', () => {
  const limits = limitsOf(kindNamed('LocalStack'));
  expect(limits[0]).toBe('Differences of LocalStack from AWS:');
  expect(limits).toContain('  - schedules never fire');
  expect(limits.at(-1)).toBe('  - npm start runs the tick every quarter of an hour instead');
  expect(limitsOf(BUNDLED)).toEqual([]);
});

test('the tick is run at each quarter of an hour, also after one that failed, until the run stops', async () => {
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
