import { countOf } from '#shared/rules/words.ts';
import { tooMany } from '../../services/errors.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import type { ChangeContext } from './change.ts';

/** What may come through one portal link: 60 of each in an hour (contract, Documents). */
const ALLOWANCE = { max: 60, seconds: 60 * 60 };

/**
 * Counts what a client sends through its link, before any of it is stored; advisers are not limited. Throws 429 with the time
 * to wait where the link has had its share.
 */
export async function takeFromLink(noun: 'file' | 'message', { actor, client, now }: ChangeContext): Promise<void> {
  if (actor.kind !== 'client') return;
  const link = `${clientIdOf(client)}.${client.tokenVersion}`;
  const wait = await consumeAttempt(`link-${noun}`, link, ALLOWANCE, now);
  const minutes = countOf(Math.ceil(wait / 60), 'minute');
  if (wait > 0)
    throw tooMany(`You can send ${countOf(ALLOWANCE.max, noun)} an hour. Please try again in ${minutes}.`, wait);
}
