import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from '../../web/src/lib/http/api.ts';
import type { QueuedFile } from '../../web/src/parts/upload/queued-file.ts';
import { FileError } from '../../web/src/parts/upload/refusals.ts';
import { type SendOptions, uploadQueue } from '../../web/src/parts/upload/upload-queue.ts';

const target = { key: '1', stageId: '1' };

/** A queue with uploads that the test completes. */
function aQueue() {
  const sent = new Map<string, PromiseWithResolvers<void> & SendOptions>();
  const ends: string[][] = [];
  const discarded: string[] = [];
  const queue = uploadQueue({
    send: (item, way) => {
      const sending = Promise.withResolvers<void>();
      sent.set(item.file.name, { ...sending, ...way });
      return sending.promise;
    },
    onDiscard: ({ name }) => discarded.push(name),
    maxMb: () => 50,
    onEnd: (ended) => ends.push(ended.map(({ file, state }) => `${file.name} ${state.kind}`)),
  });
  const told = async (act: (sending: PromiseWithResolvers<void> & SendOptions) => void, name: string) => {
    const sending = sent.get(name);
    if (!sending) throw new Error(`${name} is not being sent`);
    act(sending);
    await sending.promise.catch(() => undefined);
    await Promise.resolve();
  };
  return {
    queue,
    sent,
    ends,
    discarded,
    told,
    arrives: (name: string) => told(({ resolve }) => resolve(), name),
    fails: (name: string, error: unknown = new ConnectionError()) => told(({ reject }) => reject(error), name),
    states: () => queue.files().map((item: QueuedFile) => `${item.file.name} ${item.state.kind}`),
  };
}

const files = (...names: string[]) => names.map((name) => ({ file: new File(['x'], name), target }));

test('the upload queue sends three files at a time, in order, and reports the end once', async () => {
  const { queue, sent, ends, arrives, states } = aQueue();
  queue.add(files('a', 'b', 'c', 'd'));
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
  await arrives('b');
  expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']);
  sent.get('d')?.onProgress({ fraction: 0.37 });
  expect(queue.files().at(-1)?.state).toEqual({ kind: 'sending', fraction: 0.37 });
  for (const name of ['a', 'c', 'd']) await arrives(name);
  expect(ends).toEqual([['b done', 'a done', 'c done', 'd done']]);
});

test('the upload queue rejects an empty file without sending it', () => {
  const { queue, sent, ends } = aQueue();
  queue.add([{ file: new File([], 'empty'), target }]);
  expect(queue.files()[0]?.state).toEqual({
    kind: 'failed',
    reason: 'This file is empty. Please choose another one.',
    canRetry: false,
    isCutOff: false,
  });
  expect(ends).toEqual([['empty failed']]);
  queue.retry(() => true);
  expect(sent.size).toBe(0);
});

test('the upload queue retries only failed files', async () => {
  const { queue, sent, ends, arrives, fails, states } = aQueue();
  queue.add(files('a', 'b', 'c'));
  await arrives('a');
  await fails('b');
  await fails('c');
  expect(ends).toEqual([['a done', 'b failed', 'c failed']]);
  sent.clear();
  queue.retry(({ id }) => id === 2);
  expect([...sent.keys()]).toEqual(['b']);
  await fails('b');
  queue.retry(() => true);
  expect([...sent.keys()]).toEqual(['b', 'c']);
  await arrives('b');
  await arrives('c');
  expect(states()).toEqual(['a done', 'b done', 'c done']);
  expect(ends.slice(1)).toEqual([['b failed'], ['b done', 'c done']]);
});

test('the upload queue never retries an unreadable file', async () => {
  const { queue, sent, ends, fails } = aQueue();
  const changed = new FileError('Please choose it again.');
  queue.add([...files('a'), { file: new File(['x'], 'b'), target, ready: Promise.reject(changed) }]);
  await fails('a', changed);
  const state = { kind: 'failed', reason: 'Please choose it again.', canRetry: false, isCutOff: false };
  expect(queue.files().map((item) => item.state)).toEqual([state, state]);
  expect(ends.flat().toSorted()).toEqual(['a failed', 'b failed']);
  sent.clear();
  queue.retry(() => true);
  queue.resume();
  expect(sent.size).toBe(0);
});

test('the upload queue resumes files after a lost connection, but not rejected ones', async () => {
  const { queue, sent, fails } = aQueue();
  queue.add(files('a', 'b'));
  await fails('a');
  await fails('b', new ApiError(500, 'Out of order', ''));
  sent.clear();
  queue.resume();
  expect([...sent.keys()]).toEqual(['a']);
});

test('the upload queue lists a file while it is prepared, and sends the prepared file', async () => {
  const { queue, sent, ends, states, arrives } = aQueue();
  const [small, empty] = [Promise.withResolvers<File>(), Promise.withResolvers<File>()];
  queue.add([
    { file: new File(['large'], 'photo.png'), target, ready: small.promise },
    { file: new File(['large'], 'broken.png'), target, ready: empty.promise },
  ]);
  expect(states()).toEqual(['photo.png preparing', 'broken.png preparing']);
  expect(sent.size).toBe(0);
  small.resolve(new File(['x'], 'photo.jpg'));
  empty.resolve(new File([], 'broken.jpg'));
  await Promise.all([small.promise, empty.promise]);
  await arrives('photo.jpg');
  expect(ends).toEqual([['broken.jpg failed', 'photo.jpg done']]);
});

test('the upload queue aborts a removed file and continues with the next', async () => {
  const { queue, sent, ends, arrives, states } = aQueue();
  queue.add(files('a', 'b', 'c', 'd', 'e'));
  queue.remove(({ file }) => file.name === 'a' || file.name === 'd');
  expect(sent.get('a')?.signal.aborted).toBe(true);
  expect(states()).toEqual(['b sending', 'c sending', 'e sending']);
  await arrives('a');
  sent.get('a')?.onProgress({ fraction: 0.5 });
  expect(states()).toEqual(['b sending', 'c sending', 'e sending']);
  queue.remove(() => true);
  expect(ends).toEqual([]);
});

test('the upload queue pauses and continues only large files, and does not wait for paused ones', async () => {
  const { queue, sent, ends, arrives, states } = aQueue();
  queue.add([{ file: new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'large'), target }, ...files('a')]);
  sent.get('large')?.onProgress({ fraction: 0.9, stored: 0.5 });
  const first = sent.get('large');
  queue.pause(() => true);
  expect(first?.signal.aborted).toBe(true);
  expect(queue.files()[0]?.state).toEqual({ kind: 'paused', stored: 0.5 });
  await arrives('a');
  expect(ends).toEqual([['a done']]);
  queue.unpause(() => true);
  first?.reject(new ConnectionError());
  await first?.promise.catch(() => undefined);
  expect(states()).toEqual(['large sending', 'a done']);
  await arrives('large');
  expect(ends).toEqual([['a done'], ['large done']]);
});

test('the upload queue discards removed files, but not stored ones and not at a stop', async () => {
  const { queue, sent, discarded, arrives, fails, states } = aQueue();
  queue.add(files('a', 'b', 'c'));
  await arrives('a');
  await fails('b');
  queue.remove(({ file }) => file.name !== 'c');
  expect(discarded).toEqual(['b']);
  queue.stop();
  expect(sent.get('c')?.signal.aborted).toBe(true);
  expect(states()).toEqual([]);
  expect(discarded).toEqual(['b']);
});

test('the upload queue refuses a file over the firm’s limit without sending it', () => {
  const { queue, sent } = aQueue();
  queue.add([{ file: Object.defineProperty(new File([], 'huge'), 'size', { value: 50 * 1024 * 1024 + 1 }), target }]);
  expect(queue.files()[0]?.state).toMatchObject({
    reason: 'Files can be at most 50 MB. Please choose a smaller file.',
    canRetry: false,
  });
  expect(sent.size).toBe(0);
});

test('the upload queue notifies its subscribers until they unsubscribe', () => {
  const { queue } = aQueue();
  let heard = 0;
  const stop = queue.subscribe(() => {
    heard += 1;
  });
  queue.add(files('a'));
  expect(heard).toBeGreaterThan(0);
  const before = heard;
  stop();
  queue.remove(() => true);
  expect(heard).toBe(before);
});
