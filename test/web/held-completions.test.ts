import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOLD_MS, heldCompletions } from '../../web/src/features/portal/tasks/completions.tsx';
import { ApiError, ConnectionError } from '../../web/src/lib/http/api.ts';

const open = (id: string) => ({ id, status: 'pending' });

function aStorage() {
  let stored = '';
  return {
    ids: () => stored.split(' ').flatMap((pair) => pair.split('=')[0] || []),
    read: () => stored,
    write: (text: string) => {
      stored = text;
      return true;
    },
  };
}

describe('a completed task', () => {
  const send = vi.fn<(id: string, isLeaving: boolean) => Promise<unknown>>();
  let storage = aStorage();
  let online = true;
  const onSentElsewhere = vi.fn(() => Promise.resolve());
  const aPage = () => heldCompletions({ send, storage, isOnline: () => online, onSentElsewhere });
  let held = aPage();

  beforeEach(() => {
    vi.useFakeTimers();
    send.mockReset().mockResolvedValue(undefined);
    storage = aStorage();
    online = true;
    held = aPage();
    return () => void vi.useRealTimers();
  });

  test('is sent once, after ten seconds, and removed from storage', async () => {
    held.hold('a');
    held.hold('a');
    expect(held.all().get('a')).toEqual({ kind: 'held' });
    await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
    expect(send).not.toHaveBeenCalled();
    expect(storage.ids()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(send.mock.calls).toEqual([['a', false]]);
    expect(held.all().get('a')).toEqual({ kind: 'done' });
    expect(storage.ids()).toEqual([]);
  });

  test('is not sent if it is undone in time, and cannot be undone after sending', async () => {
    held.hold('a');
    held.undo('a');
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    expect(send).not.toHaveBeenCalled();
    expect(held.all().size).toBe(0);
    expect(storage.ids()).toEqual([]);
    held.hold('a');
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    held.undo('a');
    expect(held.all().get('a')).toEqual({ kind: 'done' });
  });

  test('is sent once and immediately when the page is left', async () => {
    held.hold('a');
    held.hold('b');
    held.flush();
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    held.flush();
    expect(send.mock.calls).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  test('shows the reason if it was rejected, and can be retried', async () => {
    send.mockRejectedValueOnce(new ConnectionError());
    held.hold('a');
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(held.all().get('a')).toEqual({ kind: 'refused', reason: expect.stringContaining('no connection') });
    expect(storage.ids()).toEqual([]);
    held.hold('a');
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(held.all().get('a')).toEqual({ kind: 'done' });
  });

  test('waits for the connection while offline, and can be undone meanwhile', async () => {
    online = false;
    held.hold('a');
    held.hold('b');
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    held.flush();
    expect(held.all().get('a')).toEqual({ kind: 'offline', outlivesPage: true });
    held.undo('b');
    expect(storage.ids()).toEqual(['a']);
    online = true;
    held.reconnect();
    await vi.advanceTimersByTimeAsync(0);
    expect(send.mock.calls).toEqual([['a', false]]);
    expect(held.all()).toEqual(new Map([['a', { kind: 'done' }]]));
  });

  test('stays queued if the connection is lost while it is sent', async () => {
    held.hold('a');
    await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
    send.mockImplementationOnce(() => {
      online = false;
      return Promise.reject(new ConnectionError());
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(held.all().get('a')).toEqual({ kind: 'offline', outlivesPage: true });
    expect(storage.ids()).toEqual(['a']);
  });

  test('is sent by the next visit in any tab, unless its task is done or gone, and a gone one is refused', async () => {
    online = false;
    for (const id of ['a', 'b', 'gone']) held.hold(id);
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    online = true;
    const next = aPage();
    next.resume([open('a'), { id: 'b', status: 'completed' }, open('c')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(send.mock.calls).toEqual([['a', false]]);
    expect([...next.all()]).toEqual([
      ['a', { kind: 'done' }],
      ['gone', { kind: 'refused', reason: undefined }],
    ]);
    expect(storage.ids()).toEqual([]);
  });

  test('keeps its time to undo in a page opened meanwhile, and is sent once', async () => {
    held.hold('a');
    await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
    const other = aPage();
    other.resume([open('a')]);
    expect(other.all().get('a')).toEqual({ kind: 'held' });
    await vi.advanceTimersByTimeAsync(1);
    expect(send.mock.calls).toEqual([['a', false]]);
    other.sync();
    await vi.advanceTimersByTimeAsync(0);
    expect(other.all().get('a')).toBeUndefined();
    expect(onSentElsewhere).toHaveBeenCalled();
  });

  test('shows as done in a page while another one sends it', async () => {
    const other = aPage();
    held.hold('a');
    other.sync();
    let answer: (value: unknown) => void = () => undefined;
    send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    held.flush();
    other.sync();
    expect(other.all().get('a')).toEqual({ kind: 'sent' });
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    answer(undefined);
    await vi.advanceTimersByTimeAsync(0);
    other.sync();
    await vi.advanceTimersByTimeAsync(0);
    expect(other.all().get('a')).toEqual({ kind: 'done' });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('is undone in all pages, also while offline', async () => {
    online = false;
    held.hold('a');
    const other = aPage();
    other.sync();
    other.undo('a');
    held.sync();
    expect(held.all().size).toBe(0);
    online = true;
    for (const page of [held, other]) page.reconnect();
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    expect(send).not.toHaveBeenCalled();
  });

  test('waits for the next visit if the link or device has to be confirmed first', async () => {
    send.mockRejectedValueOnce(new ApiError(401, 'Unauthorized', ''));
    held.hold('a');
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(held.all().size).toBe(0);
    held.resume([open('a')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(held.all().get('a')).toEqual({ kind: 'done' });
  });

  test('says if only this page can send it', () => {
    storage.write = () => false;
    online = false;
    held.hold('a');
    expect(held.all().get('a')).toEqual({ kind: 'offline', outlivesPage: false });
  });
});
