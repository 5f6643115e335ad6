import { equal } from 'node:assert/strict';
import type { CallName } from '#shared/contract/api.ts';
import type { Loa, LoaOnBoard, Provider } from '#shared/contract/loas.ts';
import type { Caller, Sent } from './api.ts';

export const providerOf = async (by: Caller, key: string): Promise<Provider> =>
  (await by.call('GET /api/providers')).body.find((one: Provider) => one.key === key);

/** Letters of authority of a client, by its adviser. */
export function lettersOf(adviser: Pick<Caller, 'call'>, id: string) {
  const by = (name: CallName, sent: Sent = {}) => adviser.call(name, { params: { id }, ...sent });
  const stage = { params: { stageId: `${id}.2.2` } };
  const addPlan = async (provider = 'Aviva', planNumber = 'P 1234 4821'): Promise<string> => {
    const body = { provider, planType: 'pension', planNumber };
    return (await by('POST /api/stages/{stageId}/plans', { ...stage, body })).body.id;
  };
  const note = (planIds: readonly string[], more: object = {}) =>
    by('POST /api/clients/{id}/loas', { body: { provider: 'Aviva', planIds, scope: 'information', ...more } });
  const all = async (): Promise<Loa[]> => (await by('GET /api/clients/{id}/loas')).body;
  const now = async (loa: Pick<Loa, 'id'>) => (await all()).find((one) => one.id === loa.id);
  const stepAt = (loa: Pick<Loa, 'id'>, version: number | undefined, step: string, more: object = {}) =>
    by('POST /api/loas/{id}/steps', { params: { id: loa.id }, body: { version, step, ...more } });
  return {
    addPlan,
    note,
    all,
    now,
    stepAt,
    /** Notes a letter about a new plan. */
    async made(provider = 'Aviva', more: object = {}): Promise<Loa> {
      const { status, body } = await note([await addPlan(provider)], { provider, ...more });
      equal(status, 201, JSON.stringify(body));
      return body;
    },
    /** Notes a step of a letter as it is now. */
    step: async (loa: Pick<Loa, 'id'>, step: string, more: object = {}) =>
      stepAt(loa, (await now(loa))?.version, step, more),
    change: async (loa: Pick<Loa, 'id'>, body: object) =>
      by('PATCH /api/loas/{id}', { params: { id: loa.id }, body: { version: (await now(loa))?.version, ...body } }),
    plans: async () => (await by('GET /api/stages/{stageId}/plans', stage)).body,
    deletePlan: (planId: string) => by('DELETE /api/plans/{id}', { params: { id: planId } }),
    onBoard: async (caller = adviser): Promise<LoaOnBoard[]> =>
      (await caller.call('GET /api/loas/board')).body.filter(({ clientId }: LoaOnBoard) => clientId === id),
  };
}
