import { randomUUID } from 'node:crypto';
import { countersOf, countSignIn } from '#functions/domain/accounts/sign-in-attempts.ts';
import type { Visit } from '#functions/services/sessions/visit.ts';
import '../handlers.ts';

/** Source of requests to handlers in this process. */
export const HERE: Visit = { device: undefined, source: 'unknown', label: 'Unknown device' };

/** An address in an unused network, because some limits are by network. */
export const newNetwork = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

export async function failedSignIns(email: string, count: number, visit = HERE): Promise<void> {
  const counters = await countersOf(email, visit);
  for (let i = 0; i < count; i += 1) await countSignIn(counters, new Date());
}
