import * as KEYS from '../../services/keys/item-kinds.ts';
import type { DigestItem } from '../../services/mail/digest-queue.ts';
import type { CounterItem, NoticeItem, PreferencesItem } from '../../services/notices.ts';
import { RECENT } from '../../services/recent-changes.ts';
import { type AttributesOf, type Nouns, STAFF } from '../noun.ts';

export const nouns = {
  notice: {
    name: 'notice',
    rest: ['id', 'entry'],
    key: KEYS.notice,
    owner: 'account',
    exported: ['notices'],
    restored: 'never',
    attributes: {
      v: true,
      kind: true,
      clientId: true,
      clientName: true,
      person: true,
      text: true,
      ref: true,
      read: true,
      ttl: true,
    } satisfies AttributesOf<NoticeItem>,
  },
  noticeCount: {
    name: 'count of unread notices',
    rest: ['id'],
    key: KEYS.noticeCount,
    owner: 'account',
    exported: STAFF,
    restored: 'never',
    attributes: {
      v: true,
      unread: true,
      latest: true,
      ...RECENT,
    } satisfies AttributesOf<CounterItem>,
  },
  preferences: {
    name: 'email preferences',
    rest: ['id'],
    key: KEYS.preferences,
    owner: 'account',
    exported: STAFF,
    restored: 'back',
    attributes: {
      v: true,
      messages: true,
      documents: true,
      tasks: true,
      clients: true,
      providers: true,
      security: true,
      digest: true,
    } satisfies AttributesOf<PreferencesItem>,
  },
  adviserMail: {
    name: 'digest of a client’s or the firm’s notices',
    rest: ['id', 'client', 'firm'],
    index: 'due, while it waits',
    key: KEYS.adviserMail,
    owner: 'account',
    exported: 'Only says that an email about notices is due.',
    restored: 'never',
    attributes: {
      v: true,
      requestedBy: true,
      delivered: true,
      items: true,
      mailedAt: true,
      dpk: true,
      dsk: true,
    } satisfies AttributesOf<DigestItem>,
  },
  dailyMail: {
    name: 'daily summary',
    rest: ['id'],
    index: 'due, while it waits',
    key: KEYS.dailyMail,
    owner: 'account',
    exported: STAFF,
    restored: 'never',
  },
} as const satisfies Nouns;
