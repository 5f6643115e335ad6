import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { get, query } from '#functions/aws/table.ts';
import { type ClientItem, clientIndexKeys, clientKey } from '#functions/domain/clients/client.ts';
import type { RequestItem } from '#functions/domain/requests/request.ts';
import { handler } from '#functions/jobs/tick.ts';
import { clientPartition, newId, PREFIX } from '#functions/services/keys/keys.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { attemptsKey, type Counter } from '#functions/services/rate-limit.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { comparableAddress } from '#shared/rules/people.ts';
import { asFunction } from '../../../infra/local/memory/rights.ts';
import { sender } from '../../../infra/local/memory/sdk.ts';
import { clientOf } from '../../support/acts.ts';
import { table, tableName } from '../../support/aws.ts';
import { newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { sesError } from '../../support/faults/faults.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { ask } from '../../support/requests.ts';

/** Clients of the firm. For the morning of a large one, set MORNING_CLIENTS=2800 and allow a quarter of an hour. */
const CLIENTS = Number(process.env.MORNING_CLIENTS ?? 56);
/** Emails a second that SES takes from jobs, calls and other programs, and those that others send. */
const [RATE, OTHERS] = [14, 2];
const SES_MS = 50;
/** Turns of the event loop without a request to AWS, after which only emails wait. */
const QUIET_TURNS = 5;
const DATE = '2026-12-01';
/** Most clients are of one adviser, whose reminder run is one job. */
const SHARES = [25 / 28, 2 / 28, 1 / 28];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  setNow(START);
});

/** Stores copies of a client with a request that is due. Each has an address of its own. */
async function dueClients(adviser: Person, size: number): Promise<string[]> {
  const model = await clientOf(adviser);
  await ask(model, 'Passport', {}, '2026-12-04');
  const client = await get<ClientItem>(clientKey(model.id));
  const [request] = await query<RequestItem>(clientPartition(model.id), PREFIX.request);
  const copies = Array.from({ length: size - 1 }, () => newId()).map((id) => [
    {
      ...client,
      ...clientKey(id),
      ...clientIndexKeys(id, adviser.id, '2026-11-25T10:00:00.000Z'),
      summary: { ...client?.summary, email: `${id}@mail.example` },
    },
    { ...request, pk: clientPartition(id) },
  ]);
  for (let i = 0; i < copies.length; i += 12) {
    const puts = copies
      .slice(i, i + 12)
      .flat()
      .map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  }
  return [client, ...copies.map(([copy]) => copy as ClientItem)].map((copy) => copy?.summary.email ?? '');
}

/** Takes the place of SES: takes emails at its rate, and defers the others. */
function sesAtItsRate() {
  const ses = { taken: [] as string[], deferred: 0, calls: 0 };
  let [left, at] = [RATE, performance.now()];
  const handle = sender.handle;
  const answerOf = ({ status, body }: { status: number; body: string }) => ({
    response: { statusCode: status, headers: {}, body: new Response(body).body },
  });
  vi.spyOn(sender, 'handle').mockImplementation(async function (this: typeof sender, request, options) {
    const form = request.headers['x-amz-target'] ? undefined : new URLSearchParams(String(request.body ?? ''));
    if (form?.get('Action') !== 'SendRawEmail') {
      ses.calls += 1;
      return handle.call(this, request, options).finally(() => {
        ses.calls -= 1;
      });
    }
    const now = performance.now();
    left = Math.min(RATE, left + ((now - at) / 1000) * (RATE - OTHERS));
    at = now;
    if (left < 1) {
      ses.deferred += 1;
      return answerOf(sesError('Throttling'));
    }
    left -= 1;
    ses.taken.push(form.get('Destinations.member.1') ?? '');
    await new Promise((resolve) => setTimeout(resolve, SES_MS));
    return answerOf({
      status: 200,
      body: '<SendRawEmailResponse><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>',
    });
  });
  return ses;
}

/** Runs a tick, and moves the time while all its emails wait. Returns the seconds it took. */
async function tick(time: string, ses: { calls: number }): Promise<number> {
  setNow(londonInstant(DATE, time));
  const started = performance.now();
  let isDone = false;
  const run = asFunction('tick', () => handler()).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (let quiet = 0; quiet < QUIET_TURNS && !isDone; quiet = ses.calls > 0 ? 0 : quiet + 1)
      await new Promise(setImmediate);
    if (!isDone) await vi.advanceTimersToNextTimerAsync();
  }
  await run;
  return (performance.now() - started) / 1000;
}

test('the reminders of a morning leave at SES’s rate, each once, and a tick without time for all goes on in the next', async () => {
  const advisers = await Promise.all(SHARES.map(() => newAdviser()));
  const sizes = SHARES.map((share) => Math.round(CLIENTS * share));
  const addresses: string[] = [];
  for (const [i, adviser] of advisers.entries()) addresses.push(...(await dueClients(adviser, sizes[i] ?? 0)));
  newLogLines();
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  vi.stubEnv('MAIL_RATE', String(RATE));
  const ses = sesAtItsRate();
  const figures: { time: string; seconds: number; sent: number; deferred: number }[] = [];
  for (const time of ['09:00', '09:15', '09:30']) {
    const { taken, deferred } = { taken: ses.taken.length, deferred: ses.deferred };
    const seconds = Math.round(await tick(time, ses));
    figures.push({ time, seconds, sent: ses.taken.length - taken, deferred: ses.deferred - deferred });
  }
  vi.useRealTimers();
  const lines = newLogLines();
  expect(ses.taken.toSorted()).toEqual(addresses.toSorted());
  expect(lines.filter(({ alarm, level }) => alarm || level === 'ERROR')).toEqual([]);
  // The models were also emailed about their request.
  for (const address of addresses.filter((email) => email.endsWith('@mail.example')))
    expect(
      await get<Counter>(attemptsKey('link-mail-address', await pseudonym(comparableAddress(address)))),
    ).toMatchObject({ count: 1 });
  for (const { deferred, seconds } of figures)
    expect([deferred < 50, seconds < 300], JSON.stringify(figures)).toEqual([true, true]);
}, 900_000);
