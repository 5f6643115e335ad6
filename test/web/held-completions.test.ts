import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOLD_MS, heldCompletions } from '../../web/src/features/portal/tasks/completions.tsx';
import { ConnectionError } from '../../web/src/lib/http/api.ts';

const open = (id: string) => ({ id, status: 'pending' });

function aStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('a completed task', () => {
  const send = vi.fn<(id: string, isLeaving: boolean) => Promise<unknown>>();
  let storage = aStorage();
  let online = true;
  let held = heldCompletions({ send, storage, isOnline: () => online });

  beforeEach(() => {
    vi.useFakeTimers();
    send.mockReset().mockResolvedValue(undefined);
    storage = aStorage();
    online = true;
    held = heldCompletions({ send, storage, isOnline: () => online });
    return () => void vi.useRealTimers();
  });

  test('is sent once, after ten seconds, and removed from storage', async () => {
    held.hold('a');
    held.hold('a');
    expect(held.all().get('a')).toEqual({ kind: 'held' });
    await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
    expect(send).not.toHaveBeenCalled();
    expect(storage.kept.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(send.mock.calls).toEqual([['a', false]]);
    expect(held.all().get('a')).toEqual({ kind: 'done' });
    expect(storage.kept.size).toBe(0);
  });

  test('is not sent if it is undone in time, and cannot be undone after sending', async () => {
    held.hold('a');
    held.undo('a');
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    expect(send).not.toHaveBeenCalled();
    expect(held.all().size + storage.kept.size).toBe(0);
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
    expect(storage.kept.size).toBe(0);
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
    expect(held.all().get('a')).toEqual({ kind: 'offline' });
    held.undo('b');
    expect([...storage.kept.values()]).toEqual(['a']);
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
    expect(held.all().get('a')).toEqual({ kind: 'offline' });
    expect([...storage.kept.values()]).toEqual(['a']);
  });

  test('is sent by the next page, unless it is already done or belongs to another client', async () => {
    for (const id of ['a', 'b', 'other']) held.hold(id);
    const next = heldCompletions({ send, storage, isOnline: () => online });
    next.resume([open('a'), { id: 'b', status: 'completed' }, open('c')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(send.mock.calls).toEqual([['a', false]]);
    expect([...storage.kept.values()]).toEqual(['other']);
  });
});
