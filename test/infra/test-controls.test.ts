import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { startOrigin } from '#infra/local/origin.ts';
import { freePort } from '#infra/local/ports.ts';
import type { TestControls } from '#infra/local/test-controls.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function start(testing?: TestControls): Promise<number> {
  const port = await freePort();
  close = await startOrigin(port, { site: 'web', apiUrl: '', mailbox: async () => [], testing });
  return port;
}

/** Starts a local origin and returns a function to call it. */
async function serve(testing?: TestControls) {
  const port = await start(testing);
  return async (path: string, body?: string, method = 'POST') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body !== undefined && { body }) });
    const text = await answer.text();
    return [answer.status, text && JSON.parse(text).message];
  };
}

/** Returns controls that log their calls. */
function noting() {
  const asked: unknown[] = [];
  const controls: TestControls = {
    setClock: async (at) => void asked.push(at ?? 'the real time'),
    jobs: {
      tick: async () => void asked.push('tick'),
      broken: async () => {
        throw new Error('it broke');
      },
    },
  };
  return { asked, controls };
}

test('the local origin has neither clock nor jobs without TEST_CLOCK=1', async () => {
  const send = await serve();
  const refused = [404, expect.stringContaining('TEST_CLOCK=1')];
  expect(await send('/__clock', '{"at":"2027-01-04T09:00:00Z"}')).toEqual(refused);
  expect(await send('/__clock', '{"at":null}')).toEqual(refused);
  expect(await send('/__run/tick')).toEqual(refused);
});

describe('the test clock', () => {
  test.each([
    ['2027-01-04T09:00:00Z', '2027-01-04T09:00:00.000Z'],
    ['2027-01-04T09:00Z', '2027-01-04T09:00:00.000Z'],
    ['2027-06-04T09:00:00.250+01:00', '2027-06-04T08:00:00.250Z'],
  ])('can be set to %s', async (at, expected) => {
    const { asked, controls } = noting();
    const send = await serve(controls);
    expect(await send('/__clock', JSON.stringify({ at }))).toEqual([204, '']);
    expect(asked).toEqual([new Date(expected)]);
  });

  test('is reset to the real time by null', async () => {
    const { asked, controls } = noting();
    const send = await serve(controls);
    expect(await send('/__clock', '{"at":null}')).toEqual([204, '']);
    expect(asked).toEqual(['the real time']);
  });

  test.each([
    '',
    '{}',
    'null',
    '[]',
    '{"at":0}',
    '{"at":"tomorrow"}',
    '{"at":"2027-01-04"}',
    '{"at":"2027-13-04T09:00:00Z"}',
  ])('is not set by the invalid body %s', async (body) => {
    const { asked, controls } = noting();
    const send = await serve(controls);
    expect(await send('/__clock', body)).toEqual([400, expect.stringContaining('"at"')]);
    expect(asked).toEqual([]);
  });
});

describe('the local origin’s job route', () => {
  test('runs a job to its end', async () => {
    const { asked, controls } = noting();
    expect(await (await serve(controls))('/__run/tick')).toEqual([204, '']);
    expect(asked).toEqual(['tick']);
  });

  test('returns 500 for a failed job', async () => {
    expect(await (await serve(noting().controls))('/__run/broken')).toEqual([500, 'Error: it broke']);
  });

  test.each(['/__run/', '/__run/toString', '/__run/tick/x', '/__run/on-record'])('returns 404 for %s', async (path) => {
    expect((await (await serve(noting().controls))(path))[0]).toBe(404);
  });

  test('rejects GET', async () => {
    const { asked, controls } = noting();
    expect((await (await serve(controls))('/__run/tick', undefined, 'GET'))[0]).toBe(405);
    expect(asked).toEqual([]);
  });
});

describe('the local origin', () => {
  /** Sends headers that `fetch` forbids: Host and those of browsers. */
  async function statusOf(method: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
    const asked = request({ host: '127.0.0.1', port: await start(noting().controls), method, path, headers });
    asked.end(method === 'POST' ? '{"at":null}' : undefined);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  }

  test.each<[method: string, path: string, headers: Record<string, string>, status: number]>([
    ['GET', '/__mail', { host: 'rebound.example:3000' }, 403],
    ['POST', '/__clock', { host: 'rebound.example:3000' }, 403],
    ['POST', '/__clock', { host: 'localhost.example' }, 403],
    ['POST', '/__clock', { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, 403],
    ['POST', '/__run/tick', { host: 'localhost:3000', origin: 'https://other.example' }, 403],
    ['POST', '/__clock', { host: 'localhost:3000', origin: 'null' }, 403],
    ['POST', '/__clock', { host: '[::1]:3000', origin: 'http://[::1]:3000', 'sec-fetch-site': 'same-origin' }, 204],
    ['POST', '/__run/tick', { host: 'localhost:3000' }, 204],
    ['GET', '/__mail', { host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }, 200],
  ])('protects its routes against other sites: %s %s with %j returns %i', async (method, path, headers, status) => {
    expect(await statusOf(method, path, headers)).toBe(status);
  });
});
