import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { timeOf } from '#shared/rules/words.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { recordOfFirm } from '../../services/audit-log/firm-log.ts';
import { tooMany, unauthorised } from '../../services/errors.ts';
import { idOf } from '../../services/keys/keys.ts';
import { logged } from '../../services/keys/pseudonym.ts';
import type { Noted } from '../../services/log/log.ts';
import type { Visit } from '../../services/sessions/visit.ts';
import { readSettings } from '../../services/settings.ts';
import { type AdviserItem, hasSecondFactor } from './account.ts';
import type { Enrolling, Staff } from './actor.ts';
import { arrivalAt, askSecondFactor, type LetIn, letIn } from './let-in.ts';
import { passwordFits } from './passwords.ts';
import { askToConfirm, holderOf } from './registration.ts';
import { countersOf, countInARow, countNearby, recordRefusal } from './sign-in-attempts.ts';

const recordBlocked = ({ pk, card: { name } }: AdviserItem, now: Date) =>
  recordOfFirm(SYSTEM, { action: 'sign-in-blocked', data: { name }, ref: idOf(pk) }, now);

const tooManySignIns = (wait: number) =>
  tooMany(`Too many failed attempts. Please try again in ${timeOf(wait)}, or reset your password.`, wait);

interface Context {
  visit: Visit;
  now: Date;
  /** Caller whose session in the same browser this sign-in ends. */
  former: Staff | Enrolling | undefined;
  note: (noted: Noted) => void;
}

/**
 * Signs somebody in by address and password, or asks for the second factor. The attempt is counted before it is compared. Throws
 * 401 for a wrong pair, 403 for an address that is not confirmed, 429 after too many failed attempts.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  { visit, now, former, note }: Context,
): Promise<LetIn> {
  const counters = await countersOf(email, visit);
  const { address } = counters;
  note({ address: logged(address) });
  const [nearby, settings, { adviserId, registration }] = await Promise.all([
    countNearby(counters, now),
    readSettings(),
    holderOf(address, now),
  ]);
  const [attempt, arrival] = await Promise.all([countInARow(nearby, now), arrivalAt(adviserId, visit)]);
  const isKnown = arrival?.device !== undefined;
  const wait = attempt.wait(isKnown);
  if (wait > 0) throw tooManySignIns(wait);
  const fits = await passwordFits(password, (arrival?.account ?? registration)?.passwordHash);
  if (fits && registration) throw await askToConfirm(registration, address, { source: visit.source, now });
  if (!fits || !arrival) {
    // One entry either way, so that the time taken does not show that the account exists.
    if (attempt.isLast && arrival) await recordBlocked(arrival.account, now);
    else await recordRefusal(arrival?.account, address, now);
    throw unauthorised(ADVISER_MESSAGES.wrongPair);
  }
  const { account } = arrival;
  note({ account: `adviser:${idOf(account.pk)}` });
  const entry = { visit, settings, now, former };
  const entering = hasSecondFactor(account) ? askSecondFactor(arrival, entry) : letIn(arrival, 'password', entry);
  const [answer] = await Promise.all([entering, attempt.succeeded(isKnown)]);
  return answer;
}
