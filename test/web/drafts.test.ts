import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#shared/rules/time.ts';
import {
  clientOwner,
  draftKey,
  draftsOf,
  dropDrafts,
  expireDrafts,
  expireStaffDrafts,
  isStaff,
  noteSession,
  readDraft,
  staffOwner,
  storeDraft,
} from '../../web/src/lib/drafts/drafts.ts';

/** Stubs browser storage, in which every key is an own property. */
const storage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};
const full = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});
afterEach(() => {
  dropDrafts(() => true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const HOUR = HOUR_MS;
const ruth = draftKey(staffOwner('ruth'), 'message/mia');
const ola = draftKey(staffOwner('ola'), 'message/mia');
const mia = draftKey(clientOwner('mia'), 'message');

test('a draft belongs to one person and one field, and outlives the tab', () => {
  storeDraft(ruth, 'Dear Mia, 2 things');
  vi.stubGlobal('sessionStorage', storage());
  expect(readDraft(ruth)).toBe('Dear Mia, 2 things');
  expect(readDraft(ola)).toBe('');
  expect(readDraft(draftKey(staffOwner('ruth'), 'message/olaf'))).toBe('');
  expect(draftsOf(staffOwner('ruth'))).toEqual(new Map([['message/mia', 'Dear Mia, 2 things']]));
  expect(draftsOf(clientOwner('mia'))).toEqual(new Map());
});

test('an empty draft is removed from storage', () => {
  storeDraft(ruth, 'Dear Mia');
  storeDraft(ruth, '');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('dropping one person’s drafts removes nothing else', () => {
  localStorage.setItem('theme', 'dark');
  for (const key of [ruth, draftKey(staffOwner('ruth'), 'notes/mia'), ola, mia]) storeDraft(key, 'typed');
  dropDrafts((owner) => isStaff(owner) && owner !== staffOwner('ola'));
  expect(Object.keys(localStorage)).toEqual(['theme', ola, mia]);
});

test('a draft stays in the tab if the browser’s storage is full, and in the page if all storage is blocked', () => {
  storeDraft(ruth, 'Dear');
  vi.spyOn(localStorage, 'setItem').mockImplementation(full);
  expect(storeDraft(ruth, 'Dear Mia')).toBe(false);
  expect(readDraft(ruth)).toBe('Dear Mia');
  expect(Object.keys(sessionStorage)).toEqual([ruth]);

  vi.mocked(localStorage.setItem).mockRestore();
  expect(storeDraft(ruth, 'Dear Mia,')).toBe(true);
  expect(Object.keys(sessionStorage)).toEqual([]);

  for (const kind of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(kind, new Proxy({}, { get: blocked, ownKeys: blocked }));
  expect(storeDraft(ola, 'Dear Mia')).toBe(false);
  expect(readDraft(ola)).toBe('Dear Mia');
  dropDrafts(() => true);
  expect(readDraft(ola)).toBe('');
});

test('drafts expire seven days after their last change', () => {
  noteSession();
  storeDraft(mia, 'Dear Ruth');
  vi.advanceTimersByTime(7 * 24 * HOUR - 1);
  storeDraft(draftKey(clientOwner('mia'), 'notes/1'), 'It is dark');
  noteSession();
  storeDraft(ruth, 'Dear Mia');
  vi.advanceTimersByTime(1);
  expireDrafts();
  expect([mia, ruth].map(readDraft)).toEqual(['', 'Dear Mia']);
  expect([...draftsOf(clientOwner('mia')).keys()]).toEqual(['notes/1']);
});

test('answers that a later visit sends are kept longer than other drafts', () => {
  const answer = draftKey(clientOwner('mia'), 'factfind/you/name');
  for (const key of [mia, answer]) storeDraft(key, 'typed');
  vi.advanceTimersByTime(8 * 24 * HOUR);
  expireDrafts();
  expect([mia, answer].map(readDraft)).toEqual(['', 'typed']);
  vi.advanceTimersByTime(21 * 24 * HOUR);
  expireDrafts();
  expect(readDraft(answer)).toBe('');
});

test('drafts of staff end an hour after the last session of any tab, and stay if one signs in again', () => {
  noteSession();
  for (const key of [ruth, mia]) storeDraft(key, 'typed');
  expireStaffDrafts();
  vi.advanceTimersByTime(HOUR - 1);
  noteSession();
  vi.advanceTimersByTime(HOUR - 1);
  expect(readDraft(ruth)).toBe('typed');
  vi.advanceTimersByTime(1);
  expect([ruth, mia].map(readDraft)).toEqual(['', 'typed']);
});

test('drafts of staff are gone at the next start if their session ended over an hour ago', () => {
  noteSession();
  for (const key of [ruth, mia]) storeDraft(key, 'typed');
  vi.advanceTimersByTime(2 * HOUR);
  // The session may last until twelve hours after it began.
  expireDrafts();
  expect(readDraft(ruth)).toBe('typed');
  vi.advanceTimersByTime(11 * HOUR);
  expireDrafts();
  expect([ruth, mia].map(readDraft)).toEqual(['', 'typed']);

  storeDraft(ruth, 'typed');
  // The page for signing in shows that there is no session.
  expireStaffDrafts();
  expect(readDraft(ruth)).toBe('');
});
