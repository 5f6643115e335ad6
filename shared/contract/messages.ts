import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import { ADVISERS, type Calls, pageQuery, WITH_CLIENT } from './call.ts';
import { requiredText } from './fields.ts';

/** A message between a client and its adviser. */
export const message = z.object({
  id: z.string(),
  clientId: z.string(),
  senderId: z.string(),
  senderType: z.enum(['adviser', 'client']),
  content: z.string(),
  read: z.boolean(),
  createdAt: z.string(),
});
/** A message between a client and its adviser. */
export type Message = z.infer<typeof message>;

/** POST /api/clients/{id}/messages. */
const newMessage = z.strictObject({ content: requiredText(LIMITS.text, 'Please enter a message') });

/** One line of the append-only record of a client (contract, activity). */
export const activity = z.object({
  id: z.string(),
  clientId: z.string(),
  at: z.string(),
  /** 'operator': whoever ran a command. 'service': a job, such as the mail service, which tells of mail that was not delivered. */
  actorType: z.enum(['adviser', 'admin', 'client', 'operator', 'service']),
  actorId: z.string(),
  actorName: z.string(),
  action: z.string(),
  summary: z.string(),
});
/** One line of the record of a client. */
export type Activity = z.infer<typeof activity>;

/** The calls of messages and of a client’s record. */
export const messageCalls = {
  'GET /api/clients/{id}/messages': {
    lambda: 'messages',
    allow: WITH_CLIENT,
    about: 'client',
    status: 200,
    query: z.strictObject({ before: z.optional(z.string().check(z.regex(/^[\w-]{25}$/, 'Unknown message'))) }),
    writes: true,
    returns: z.array(message),
  },
  'POST /api/clients/{id}/messages': {
    lambda: 'messages',
    allow: WITH_CLIENT,
    about: 'client',
    status: 201,
    body: newMessage,
    returns: message,
  },
  'GET /api/clients/{id}/activity': {
    lambda: 'activity',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    query: pageQuery(1000, {}),
    returns: z.array(activity),
  },
} as const satisfies Calls;
