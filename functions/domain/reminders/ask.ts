import { londonParts, quietUntil } from '#shared/rules/london.ts';
import { REMINDER_TEXTS } from '#shared/rules/reminders.ts';
import { unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import { conflict } from '../../services/errors.ts';
import type { Settings } from '../../services/settings.ts';
import { accessConditions, type ChangeContext, entryWrites } from '../clients/client-writes.ts';
import { type ReminderFile, refusalNow } from './facts.ts';

// Apart from what sends emails, because the function of requests sends none.

export const quietEnd = ({ mail }: Settings, now: Date) => quietUntil(now, { from: mail.quietFrom, to: mail.quietTo });

/** Requests a reminder, which an event handler sends. Returns a sentence for staff. Throws 409 if none can leave. */
export async function askForReminder(
  context: ChangeContext,
  file: ReminderFile,
  settings: Settings,
): Promise<{ message: string; plannedAt: string | null }> {
  const { client, now } = context;
  const refusal = refusalNow(client, file, settings, now);
  if (refusal) throw conflict(REMINDER_TEXTS[refusal]);
  const end = quietEnd(settings, now);
  const { people, reminded, reminders } = client.summary;
  const when = [
    ...accessConditions(context),
    unchanged('summary/reminders', reminders),
    unchanged('summary/people', people),
    unchanged('summary/reminded', reminded),
  ];
  const planned = end && { 'summary/reminded': { n: 0, total: 0, ...reminded, plannedAt: end.toISOString() } };
  await transact(entryWrites(context, { action: 'reminder-asked', data: {} }, when, planned));
  return {
    plannedAt: end?.toISOString() ?? null,
    message: end ? `It leaves at ${londonParts(end).time}, after your firm’s quiet hours.` : 'It is on its way.',
  };
}
