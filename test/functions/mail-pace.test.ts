import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { sendEmail } from '#functions/services/mail/send.ts';
import type { Email } from '#functions/services/mail/templates/layout.ts';
import { mapConcurrent } from '#functions/services/map-concurrent.ts';
import { mocked } from '../support/mocked.ts';

const ses = mocked(SESClient);
vi.stubEnv('MAIL_FROM', 'portal@firm.example');
vi.stubEnv('MAIL_CONFIGURATION', 'portal');

const RATE = 14;
/** Jobs and clients of each that a tick handles concurrently. */
const CONCURRENCY = 32;
const emailTo = (n: number): Email => ({
  firm: { name: 'Harbour' },
  to: { kind: 'client', id: `${n}`, name: 'Mia Wood', email: `${n}@mail.example` },
  title: 'A reminder',
  sentences: ['Something is open.'],
  because: 'You get this because.',
});

/** Returns what a bucket of 14 emails a second took and refused. Others take `others` of them a second. */
function bucketOfSes(others = 0) {
  const taken: string[] = [];
  let refused = 0;
  let [left, at] = [RATE, Date.now()];
  ses.on(SendRawEmailCommand).callsFake(async ({ Destinations: [to] }) => {
    const now = Date.now();
    left = Math.min(RATE, left + ((now - at) / 1000) * (RATE - others));
    at = now;
    if (left < 1) {
      refused += 1;
      throw Object.assign(new Error('Maximum sending rate exceeded.'), {
        name: 'Throttling',
        $metadata: { httpStatusCode: 400 },
      });
    }
    left -= 1;
    taken.push(to);
  });
  return { taken, refused: () => refused };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
});
afterAll(() => vi.useRealTimers());

/** Sends emails as a tick does, and moves the time whenever all of them wait. Returns the seconds it took. */
async function send(count: number): Promise<number> {
  const started = Date.now();
  let isDone = false;
  const all = mapConcurrent(Array(count).keys(), CONCURRENCY, (n) => sendEmail(emailTo(n), new Date(0))).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    await vi.advanceTimersToNextTimerAsync();
  }
  await all;
  return (Date.now() - started) / 1000;
}

test('a job sends the 2,800 emails of a Monday in one tick, each once, and SES refuses none', async () => {
  vi.stubEnv('MAIL_RATE', `${RATE}`);
  const { taken, refused } = bucketOfSes();
  expect(await send(2800)).toBeLessThan(240);
  expect([new Set(taken).size, taken.length, refused()]).toEqual([2800, 2800, 0]);
});

test('a job pauses if SES defers an email because others send too, and loses none', async () => {
  vi.stubEnv('MAIL_RATE', `${RATE}`);
  const { taken, refused } = bucketOfSes(4);
  await send(1000);
  expect([new Set(taken).size, taken.length]).toEqual([1000, 1000]);
  expect(refused()).toBeLessThan(50);
});

test('the email of a call does not wait for its turn', async () => {
  vi.stubEnv('MAIL_RATE', undefined);
  const { taken } = bucketOfSes();
  expect(await send(RATE)).toBe(0);
  expect(taken).toHaveLength(RATE);
});
