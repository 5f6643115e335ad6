import type { Plan } from '#shared/contract/journey.ts';
import type { Loa, LoaStepBody, NewLoa } from '#shared/contract/loas.ts';
import type { ClientDesk } from './acts.ts';
import { inDays } from './days.ts';

/** Adds a plan to a client's stage 2.2. */
export async function addPlan({ id, by }: ClientDesk, provider = 'Aviva', planNumber = 'P 1234 4821'): Promise<Plan> {
  const body = { provider, planType: 'pension', planNumber };
  return (await by('POST /api/stages/{stageId}/plans', { params: { stageId: `${id}.2.2` }, body })).body;
}

/** Body part of a letter that was sent some days ago. */
export const sentAgo = (days: number) => ({ sent: { on: inDays(-days), how: 'post' as const } });

/** Notes a letter about plans of one provider, to be sent unless `more` says otherwise. */
export async function noteLetter({ by }: ClientDesk, plans: readonly Plan[], more: Partial<NewLoa> = {}): Promise<Loa> {
  const body = { provider: plans[0]?.provider, planIds: plans.map(({ id }) => id), scope: 'information', ...more };
  return (await by('POST /api/clients/{id}/loas', { body })).body;
}

/** Notes a step of a letter as it was last read. Returns the letter after it. */
export async function noteStep(
  { by }: ClientDesk,
  { id, version }: Pick<Loa, 'id' | 'version'>,
  step: LoaStepBody['step'],
  more: Partial<LoaStepBody> = {},
): Promise<Loa> {
  return (await by('POST /api/loas/{id}/steps', { params: { id }, body: { version, step, ...more } })).body;
}
