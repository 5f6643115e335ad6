import * as z from 'zod/mini';
import { HOLD_REASONS, REMINDER_KINDS } from '../rules/reminders.ts';
import type { Calls } from './call.ts';
import { ADVISERS, EVERYONE } from './callers.ts';
import { day } from './fields.ts';

/** States as the client sees them: reminders that stopped for lack of visits are still on. */
const CLIENT_STATES = ['on', 'off', 'paused', 'stopped'] as const;

const forClient = z.object({
  state: z.enum(CLIENT_STATES),
  /** London's day from which reminders leave again, if they are paused. */
  until: z.nullable(z.string()),
});

export const portalReminders = z.extend(forClient, {
  /** Key of the page where the client changes them; null for staff. */
  key: z.nullable(z.string()),
});
export type PortalReminders = z.infer<typeof portalReminders>;

const ownReminders = z.extend(forClient, {
  firm: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
  /** True if the link is more than 60 days old, so that it can do nothing else. */
  onlyStop: z.boolean(),
});
export type OwnReminders = z.infer<typeof ownReminders>;

const reminders = z.object({
  /** Switched off by staff for this client alone. */
  disabled: z.boolean(),
  state: z.enum([...CLIENT_STATES, 'silent']),
  /** London's day until which a pause, also of reminders that are off, or another hold lasts. */
  until: z.nullable(z.string()),
  stoppedAt: z.nullable(z.string()),
  /** London's day of the last reminder. */
  lastOn: z.nullable(z.string()),
  /** ISO time at which a reminder leaves that staff asked for in quiet hours. */
  plannedAt: z.nullable(z.string()),
  sent: z.number(),
  sinceVisit: z.number(),
  /** London's day of the next reminder as things are, within 60 days. */
  next: z.nullable(z.string()),
  /** Why none leaves today. */
  why: z.nullable(z.enum(HOLD_REASONS)),
  /** Open things that the next reminder is about. */
  about: z.array(
    z.object({
      kind: z.enum(REMINDER_KINDS),
      id: z.string(),
      title: z.string(),
      dueDate: z.nullable(z.string()),
    }),
  ),
});
export type Reminders = z.infer<typeof reminders>;

const remindersChange = z.partial(
  z.strictObject({
    disabled: z.boolean('Must be true or false'),
    /** A day after today, within 90 days. */
    pausedUntil: z.nullable(day),
  }),
);
export type RemindersChange = z.infer<typeof remindersChange>;

const ofClient = { lambda: 'requests', allow: ADVISERS, about: 'client' } as const;
/** The key in the address names the client. */
const byKey = { lambda: 'requests', allow: EVERYONE, about: 'nobody' } as const;
/** Webmails and email programs make these calls from their own pages. */
const press = { ...byKey, fromAnySite: true, status: 204 } as const;

export const reminderCalls = {
  'GET /api/clients/{id}/reminders': {
    reads: 'reminders',
    effect: 'none',
    ...ofClient,
    status: 200,
    returns: reminders,
  },
  'PATCH /api/clients/{id}/reminders': {
    changes: ['summary', 'reminders'],
    effect: 'none',
    ...ofClient,
    status: 200,
    body: remindersChange,
    returns: reminders,
  },
  'POST /api/clients/{id}/reminders/send': {
    changes: ['summary', 'reminders'],
    effect: 'none',
    ...ofClient,
    status: 202,
    /** A sentence for staff, and when the reminder leaves if it waits for the end of quiet hours (ISO). */
    returns: z.object({ message: z.string(), plannedAt: z.nullable(z.string()) }),
  },
  'GET /api/reminders/{key}': { effect: 'none', ...byKey, status: 200, returns: ownReminders },
  /** Redirects email programs that open the address of List-Unsubscribe instead of a POST (RFC 8058). */
  'GET /api/reminders/{key}/stop': { effect: 'none', ...byKey, status: 303 },
  /** Link scanners look at an address before they let it through. */
  'HEAD /api/reminders/{key}/stop': { effect: 'none', ...byKey, status: 303 },
  'POST /api/reminders/{key}/stop': { changes: [], effect: 'none', ...press },
  'POST /api/reminders/{key}/pause': { changes: [], effect: 'none', ...press },
  'POST /api/reminders/{key}/resume': { changes: [], effect: 'none', ...press },
} as const satisfies Calls;
