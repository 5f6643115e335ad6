import { expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../web/src/lib/http/api.ts';
import { eachPart } from '../../web/src/lib/large-files/parts.ts';
import { delayAfter, MAX_TRIES, patiently } from '../../web/src/parts/upload/large/patience.ts';
import type { UploadState } from '../../web/src/parts/upload/queued-file.ts';
import { joined, labelOf } from '../../web/src/parts/upload/rows/words.ts';

const FILE = Object.defineProperty(new File([], 'scan.pdf'), 'size', { value: 10 * 1024 * 1024 });

const SMALL = new File(['x'], 'small.pdf');

test.each<[UploadState, string, File?]>([
  [{ kind: 'waiting' }, 'Waiting'],
  [{ kind: 'sending', fraction: 0.3 }, 'Sending 30%', SMALL],
  [{ kind: 'sending', fraction: 1 }, 'Encrypting...', SMALL],
  [{ kind: 'sending', fraction: 0.3 }, 'Sending 3 of 10 MB\u00A0· 30%'],
  [
    { kind: 'sending', fraction: 0.99, stored: 0.625, isCutOff: true },
    'No connection. 62% has arrived. We go on by ourselves when it is back.',
  ],
  [{ kind: 'paused', stored: 0.625 }, 'Paused at 62%'],
  [{ kind: 'sending', fraction: 1 }, 'Checking...'],
])('describes the state %j of a file as %s', (state, words, file = FILE) => {
  expect(labelOf({ state, file }, true)).toBe(words);
});

test('says the size of a file once, and keeps the dots of its state', () => {
  expect(labelOf({ state: { kind: 'sending', fraction: 0.3 }, file: FILE }, false)).toBe('Sending 30%');
  expect(joined(['Checking...', 'Unassigned', '10240.0 KB'])).toBe('Checking...\u00A0· Unassigned\u00A0· 10240.0 KB');
  expect(joined(['It has arrived.', 'Unassigned'])).toBe('It has arrived. Unassigned');
});

test('a failed part is sent again after 1 to 30 seconds', () => {
  const delays = Array.from({ length: MAX_TRIES - 1 }, (_, i) => delayAfter(i + 1) / 1000);
  expect(delays.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 30]);
  expect(delays.at(-1)).toBe(30);
});

test('parts are handled two at a time, and none after a failure', async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const all = eachPart([0, 1, 2, 3, 4], (index) => {
    begun[index] = Promise.withResolvers();
    return begun[index].promise;
  });
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await begun[1]?.promise;
  expect(begun).toHaveLength(3);
  begun[0]?.reject(new Error('lost'));
  await expect(all).rejects.toThrow('lost');
  begun[2]?.resolve();
  await begun[2]?.promise;
  expect(begun).toHaveLength(3);
});

test.each([
  ['a connection is lost', new ConnectionError(), 20, 'The connection was lost too often.'],
  ['the server fails', new ApiError(500, '', 'Out of order'), 5, '500: Out of order'],
  ['the upload is refused', new ApiError(403, '', 'No'), 1, '403: No'],
])('if %s, a part is tried at most as often as that can help', async (_, error, tries, message) => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  const attempt = vi.fn(() => Promise.reject(error));
  const sending = patiently(attempt, { signal: new AbortController().signal, onCutOff: () => undefined });
  const refused = expect(sending).rejects.toThrow(message);
  await vi.runAllTimersAsync();
  await refused;
  expect(attempt).toHaveBeenCalledTimes(tries);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
