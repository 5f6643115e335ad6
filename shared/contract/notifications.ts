import * as z from 'zod/mini';
import { NOTICE_KINDS } from '../audit-log/notice-kinds.computed.ts';
import { MAX_READ_NOTICES } from '../rules/limits.ts';
import { DIGEST_CHOICES, MAIL_CHOICES } from '../rules/mail-choices.ts';
import { type Calls, pageQuery } from './call.ts';
import { ADVISERS } from './callers.ts';
import { oneOf } from './fields.ts';

const notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  text: z.string(),
  /** Beginning of the message; never emailed. */
  preview: z.nullable(z.string()),
  /** Id of the task, document or message; null if that was deleted. */
  ref: z.nullable(z.string()),
  read: z.boolean(),
  at: z.string(),
});
export type Notice = z.infer<typeof notice>;

const unread = z.object({
  count: z.number(),
  /** Differs from the one before if open pages need a refresh. */
  latest: z.nullable(z.string()),
  /** Send this as `since` to be told which clients have changed. */
  position: z.string(),
  /** Ids of clients that changed since then; null if that is not certain, so that everything must be read again. */
  changed: z.nullable(z.array(z.string())),
});
export type Unread = z.infer<typeof unread>;

const choice = z.enum(MAIL_CHOICES);
const preferences = z.object({
  messages: choice,
  documents: choice,
  tasks: choice,
  clients: choice,
  providers: choice,
  security: z.enum(['now', 'daily']),
  /** List of what is open, on the first working day of each week. */
  digest: z.enum(DIGEST_CHOICES),
});
export type MailPreferences = z.infer<typeof preferences>;

const chosen = oneOf(MAIL_CHOICES);
const preferencesChange = z.partial(
  z.strictObject({
    messages: chosen,
    documents: chosen,
    tasks: chosen,
    clients: chosen,
    providers: chosen,
    security: oneOf(['now', 'daily'], 'Security mail cannot be switched off'),
    digest: oneOf(DIGEST_CHOICES),
  }),
);

const noticeId = z.string('Unknown notification').check(z.regex(/^[\w-]{25}$/, 'Unknown notification'));

/** POST /api/notifications/read: the given ones, or all up to one. */
const reading = z
  .strictObject({
    ids: z.optional(
      z
        .array(noticeId)
        .check(z.minLength(1, 'Name at least one'), z.maxLength(MAX_READ_NOTICES, `At most ${MAX_READ_NOTICES}`)),
    ),
    upTo: z.optional(noticeId),
  })
  .check(z.refine((c) => (c.ids === undefined) !== (c.upTo === undefined), 'Send either ids or upTo'));

const mine = { lambda: 'notifications', allow: ADVISERS, about: 'nobody' } as const;

export const notificationCalls = {
  'GET /api/notifications': {
    reads: 'notices',
    effect: 'none',
    ...mine,
    status: 200,
    query: pageQuery(200, { unread: z.optional(z.literal('true', 'Must be true')) }),
    returns: z.array(notice),
  },
  'GET /api/notifications/unread': {
    reads: 'unread',
    effect: 'none',
    ...mine,
    status: 200,
    query: z.strictObject({
      /** `position` of an earlier answer. */
      since: z.optional(z.string().check(z.regex(/^\d{1,15}(\.\d{1,15})?$/, 'Unknown position'))),
    }),
    returns: unread,
  },
  'POST /api/notifications/read': {
    changes: ['notices', 'unread', 'today'],
    effect: 'none',
    ...mine,
    status: 204,
    body: reading,
  },
  'GET /api/account/notifications': {
    reads: 'preferences',
    effect: 'none',
    ...mine,
    status: 200,
    returns: preferences,
  },
  'PATCH /api/account/notifications': {
    changes: ['preferences'],
    effect: 'none',
    ...mine,
    status: 200,
    body: preferencesChange,
    returns: preferences,
  },
} as const satisfies Calls;
