import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { ACTOR_TYPES } from '../rules/people.ts';
import { ADVISERS, type Calls, CLIENT_ONLY, pageQuery, WITH_CLIENT } from './call.ts';
import { nullableText, requiredText } from './fields.ts';

export const message = z.object({
  id: z.string(),
  clientId: z.string(),
  senderId: z.string(),
  senderType: z.enum(['adviser', 'client']),
  content: z.string(),
  read: z.boolean(),
  /** When the other side last read up to here or further; null while this is unread. */
  readAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Message = z.infer<typeof message>;

const newMessage = z.strictObject({ content: requiredText(LIMITS.text, 'Please enter a message') });

/** POST /api/clients/{id}/stuck: the task that it is about, and what the client says to it. */
const callForHelp = z.strictObject({
  ref: z.optional(z.nullable(requiredText(LIMITS.name, 'Task not found'))),
  text: z.optional(nullableText()),
});

/** What a short field was before a change and is after it, as the server keeps it; null for nothing. */
export const fieldChange = z.object({
  field: z.enum(['name', 'email', 'phone', 'status', 'title', 'stage', 'responsibility', 'dueDate']),
  was: z.nullable(z.string()),
  is: z.nullable(z.string()),
});
export type FieldChange = z.infer<typeof fieldChange>;

/** One line of the append-only record of a client (contract, activity). */
export const clientAuditEntry = z.object({
  id: z.string(),
  clientId: z.string(),
  at: z.string(),
  /** 'operator': whoever ran a command. 'system': a job, such as the one that takes down which mail was not delivered. */
  actorType: z.enum(ACTOR_TYPES),
  actorId: z.string(),
  actorName: z.string(),
  action: z.string(),
  summary: z.string(),
  /** What short fields were before and are now; empty where nothing short changed, and on older lines. */
  changes: z.array(fieldChange),
});
export type ClientAuditEntry = z.infer<typeof clientAuditEntry>;

const thread = { lambda: 'messages', allow: WITH_CLIENT, about: 'client' } as const;

export const messageCalls = {
  'GET /api/clients/{id}/messages': {
    ...thread,
    status: 200,
    query: z.strictObject({
      before: z.optional(z.string().check(z.regex(/^[\w-]{25}$/, 'Unknown message'))),
      /** Reads without marking anything read, for a page on which the messages are not in view. */
      peek: z.optional(z.literal('true', 'Must be true')),
    }),
    writes: true,
    returns: z.array(message),
  },
  'POST /api/clients/{id}/messages': { ...thread, status: 201, body: newMessage, returns: message },
  'POST /api/clients/{id}/stuck': {
    lambda: 'messages',
    allow: CLIENT_ONLY,
    about: 'client',
    status: 201,
    body: callForHelp,
    returns: message,
  },
  'DELETE /api/clients/{id}/stuck': { lambda: 'messages', allow: ADVISERS, about: 'client', status: 204 },
  'GET /api/clients/{id}/activity': {
    lambda: 'activity',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    query: pageQuery(1000, {}),
    returns: z.array(clientAuditEntry),
  },
} as const satisfies Calls;
