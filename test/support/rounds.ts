import { remove } from '#functions/aws/table.ts';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { reminderKey } from '#functions/domain/reminders/key.ts';
import { beginRound, ROUND } from '#functions/domain/reminders/round.ts';
import { occasionKey } from '#functions/services/mail/send.ts';
import { addDays, londonInstant } from '#shared/rules/london.ts';
import { asFunction } from '../../infra/local/memory/rights.ts';
import { stored } from './aws.ts';
import { tickFor } from './due.ts';

/** Key of an adviser's round, or of the marker that a day's rounds have begun. */
export const roundKey = (ref: string, date: string) => occasionKey({ purpose: ROUND, ref, slot: date });

/** Begins the round also for an adviser who is newer than the round of an earlier test. */
export async function beginRounds(now: Date, date: string) {
  await remove(roundKey('firm', date));
  return asFunction('tick', () => beginRound(now));
}

/** Runs a tick of the given time, as far as it concerns an adviser's reminders. */
export async function roundOf({ id }: { id: string }, date: string, time = '09:00') {
  const now = londonInstant(date, time);
  await beginRounds(now, date);
  await tickFor(roundKey(id, date).pk, now);
}

/** Runs the rounds of all days up to a day. */
export async function roundsOf(adviser: { id: string }, from: string, to: string) {
  for (let date = from; date <= to; date = addDays(date, 1)) await roundOf(adviser, date);
}

/** Returns today's key of a client's reminders, as an email of today has it. */
export async function keyOf(clientId: string): Promise<string> {
  const client = await stored<ClientItem>(clientKey(clientId));
  if (!client) throw new Error(`No client ${clientId}`);
  return reminderKey(client, new Date());
}
