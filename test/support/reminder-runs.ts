import { remove } from '#functions/aws/table.ts';
import { FIRST_PERSON, readPerson } from '#functions/domain/clients/person.ts';
import { reminderKey } from '#functions/domain/reminders/key.ts';
import { beginRun, REMINDER_RUN } from '#functions/domain/reminders/run.ts';
import { occasionKey } from '#functions/services/mail/send.ts';
import { addDays, londonInstant } from '#shared/rules/london.ts';
import { asFunction } from '../../infra/local/memory/rights.ts';
import { tickFor } from './due.ts';

/** Key of an adviser's run, or of the marker that a day's runs have begun. */
export const runKey = (ref: string, date: string) => occasionKey({ purpose: REMINDER_RUN, ref, slot: date });

/** Begins the run also for an adviser who is newer than the run of an earlier test. */
export async function beginRuns(now: Date, date: string) {
  await remove(runKey('firm', date));
  return asFunction('tick', () => beginRun(now));
}

/** Runs a tick of the given time, as far as it concerns an adviser's reminders. */
export async function runDay({ id }: { id: string }, date: string, time = '09:00') {
  const now = londonInstant(date, time);
  await beginRuns(now, date);
  await tickFor(runKey(id, date).pk, now);
}

/** Runs the reminders of all days up to a day. */
export async function runDays(adviser: { id: string }, from: string, to: string) {
  for (let date = from; date <= to; date = addDays(date, 1)) await runDay(adviser, date);
}

/** Returns today's key of a person's reminders, as an email of today has it. */
export async function keyOf(clientId: string, number = FIRST_PERSON): Promise<string> {
  const person = await readPerson(clientId, number);
  if (!person) throw new Error(`No person ${number} of client ${clientId}`);
  return reminderKey(person, new Date());
}
