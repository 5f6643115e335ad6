import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { ACTOR_TYPES } from '../rules/people.ts';
import { type Calls, pageQuery } from './call.ts';
import { ADVISERS, CLIENT_ONLY, WITH_CLIENT } from './callers.ts';
import { fieldChange } from './field-change.ts';
import { nullableText, requiredText } from './fields.ts';

export const message = z.object({
  id: z.string(),
  clientId: z.string(),
  senderId: z.string(),
  senderType: z.enum(['adviser', 'client']),
  /** Null for messages from before names were kept. */
  senderName: z.nullable(z.string()),
  content: z.string(),
  read: z.boolean(),
  /** Time at which the other side last read this message or a later one; null if it is unread. */
  readAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Message = z.infer<typeof message>;

const newMessage = z.strictObject({ content: requiredText(LIMITS.text, 'Please enter a message') });

/** POST /api/clients/{id}/stuck. `ref` is the task or request that it is about. */
const callForHelp = z.strictObject({
  ref: z.optional(z.nullable(requiredText(LIMITS.name, 'Task not found'))),
  text: z.optional(nullableText()),
});

export const clientAuditEntry = z.object({
  id: z.string(),
  clientId: z.string(),
  at: z.string(),
  /** 'operator' runs a command; 'system' is a job or event handler. */
  actorType: z.enum(ACTOR_TYPES),
  actorId: z.string(),
  actorName: z.string(),
  /** Name of the client's adviser, if the actor was covering for them. */
  actorFor: z.optional(z.string()),
  action: z.string(),
  summary: z.string(),
  /** Old and new values of the changed short fields; empty if none changed. */
  changes: z.array(fieldChange),
});
export type ClientAuditEntry = z.infer<typeof clientAuditEntry>;

const thread = { lambda: 'messages', allow: WITH_CLIENT, about: 'client' } as const;

export const messageCalls = {
  'GET /api/clients/{id}/messages': {
    reads: 'messages',
    changes: ['client', 'messages', 'lists'],
    effect: 'none',
    ...thread,
    status: 200,
    query: z.strictObject({
      before: z.optional(z.string().check(z.regex(/^[\w-]{25}$/, 'Unknown message'))),
      /** Does not mark messages as read, for a page on which they are not in view. */
      peek: z.optional(z.literal('true', 'Must be true')),
    }),
    writes: true,
    returns: z.array(message),
  },
  'POST /api/clients/{id}/messages': {
    changes: ['summary', 'messages'],
    effect: 'none',
    ...thread,
    status: 201,
    body: newMessage,
    returns: message,
  },
  'POST /api/clients/{id}/stuck': {
    changes: ['summary', 'messages'],
    effect: 'none',
    lambda: 'messages',
    allow: CLIENT_ONLY,
    about: 'client',
    status: 201,
    body: callForHelp,
    returns: message,
  },
  'DELETE /api/clients/{id}/stuck': {
    changes: ['summary'],
    effect: 'none',
    lambda: 'messages',
    allow: ADVISERS,
    about: 'client',
    status: 204,
  },
  'GET /api/clients/{id}/activity': {
    reads: ['summary', 'activity'],
    effect: 'none',
    lambda: 'activity',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    query: pageQuery(1000, {}),
    returns: z.array(clientAuditEntry),
  },
} as const satisfies Calls;
