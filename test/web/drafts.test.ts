import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey, dropDrafts, readDraft, storeDraft } from '../../web/src/lib/drafts/drafts.ts';

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

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ruth = draftKey('ruth', 'message/mia');
const ola = draftKey('ola', 'message/mia');

test('a draft belongs to one person and one field', () => {
  storeDraft(ruth, 'Dear Mia');
  expect(readDraft(ruth)).toBe('Dear Mia');
  expect(readDraft(ola)).toBe('');
  expect(readDraft(draftKey('ruth', 'message/olaf'))).toBe('');
});

test('an empty draft is removed from storage', () => {
  storeDraft(ruth, 'Dear Mia');
  storeDraft(ruth, '');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('dropping one person’s drafts removes nothing else', () => {
  sessionStorage.setItem('theme', 'dark');
  for (const key of [ruth, draftKey('ruth', 'notes/mia'), ola]) storeDraft(key, 'typed');
  dropDrafts((owner) => owner === 'ruth');
  expect(Object.keys(sessionStorage)).toEqual(['theme', ola]);
});

test('drafts survive a full storage, and a blocked storage causes no error', () => {
  storeDraft(ruth, 'Dear');
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  storeDraft(ruth, 'Dear Mia');
  expect(readDraft(ruth)).toBe('Dear');

  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: blocked, ownKeys: blocked }));
  storeDraft(ruth, 'Dear Mia');
  dropDrafts(() => true);
  expect(readDraft(ruth)).toBe('');
});
