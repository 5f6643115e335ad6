import * as z from 'zod/mini';
import { countOf } from '../rules/counted-words.ts';
import { sayDay } from '../rules/say-date.ts';
import { type Kind, kind, mail, none, text } from './kind.ts';
import type { Causes, Notices } from './told.ts';

export const reminderActions = {
  'reminder-asked': kind(['sendAskedReminder'], none, () => 'Asked for a reminder to be sent now'),
  'reminder-sent': kind(
    [],
    z.extend(mail, { things: z.number(), nth: z.number() }),
    ({ to, things, nth }) =>
      `Reminded ${to} of ${countOf(things, 'open thing')}${nth > 1 ? `, reminder ${nth} since the last visit` : ''}`,
  ),
  'reminders-set': kind(
    [],
    z.object({ disabled: z.optional(z.boolean()), until: z.optional(z.nullable(text)) }),
    ({ disabled, until }) =>
      [
        ...(disabled ? ['Switched off reminders for this client'] : []),
        ...(disabled === false ? ['Set reminders to the firm’s settings'] : []),
        ...(until ? [`Paused reminders until ${sayDay(until)}`] : []),
        ...(until === null ? ['Ended the pause of reminders'] : []),
      ].join('. '),
    // The portal says if they are on.
    'both',
  ),
  'reminders-unanswered': kind(
    ['notifyAdviser'],
    z.object({ count: z.number() }),
    ({ count }) => `Has not answered ${countOf(count, 'reminder')}. A phone call may help`,
  ),
  'reminders-stopped': kind(
    ['notifyAdviser'],
    none,
    () => 'Stopped reminder emails, by the link in a reminder',
    'both',
  ),
  'reminders-paused': kind(
    [],
    z.object({ until: text }),
    ({ until }) => `Paused reminder emails until ${sayDay(until)}, by the link in a reminder`,
    'both',
  ),
  'reminders-resumed': kind([], none, () => 'Switched reminder emails on again, by the link in a reminder', 'both'),
} as const satisfies Record<string, Kind>;

export const reminderNotices = {
  'no-answer': {
    group: 'clients',
    icon: 'phone',
    subject: (client) => `${client} has not answered reminders`,
    says: 'does',
  },
  'reminders-stopped': {
    group: 'clients',
    icon: 'mail off',
    subject: (client) => `${client} stopped reminder emails`,
  },
} as const satisfies Notices;

export const reminderCauses: Causes<typeof reminderActions> = {
  'reminders-unanswered': {
    byOthers: (data) => ({ kind: 'no-answer', text: reminderActions['reminders-unanswered'].sentence(data) }),
  },
  'reminders-stopped': { byClient: () => ({ kind: 'reminders-stopped', text: 'Stopped reminder emails' }) },
};
