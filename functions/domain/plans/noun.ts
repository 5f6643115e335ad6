import { PLAN_FIELDS } from '#shared/nouns/plan.ts';
import { unchanged } from '../../aws/expressions.ts';
import { tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf } from '../../services/keys/keys.ts';
import type { Finding } from '../finding.ts';
import type { LoaItem } from '../loas/loa.ts';
import { type ClientFile, type Nouns, section, time } from '../noun.ts';
import { type PlanItem, toPlan } from './plan.ts';

/** Finds plans that refer to a letter without them. */
function check({ client, of }: ClientFile): Finding[] {
  const plansOf = new Map(of<LoaItem>(KEYS.loa).map((loa) => [childKeyOf(loa), loa.plans]));
  return of<PlanItem>(KEYS.plan).flatMap((plan) => {
    if (plan.loa === undefined || plansOf.get(plan.loa)?.some(({ key }) => key === childKeyOf(plan))) return [];
    const where = `client ${clientIdOf(client)}, plan ${childKeyOf(plan)}`;
    const change = { set: { loa: undefined }, when: [unchanged('loa', plan.loa)] };
    return [{ where, problem: 'refers to a letter that does not contain it', repair: () => tryUpdate(plan, change) }];
  });
}

export const nouns = {
  plan: {
    name: 'plan',
    rest: ['client', 'key'],
    key: KEYS.plan,
    owner: 'client',
    exported: section('plans', 'Plans', PLAN_FIELDS, toPlan, {
      provider: 'Provider',
      planType: 'Type',
      planNumber: 'Number',
      approxValuation: 'Valuation in £',
      createdAt: ['Added', ({ createdAt }) => time(createdAt)],
    }),
    restored: 'back',
    verified: check,
  },
} as const satisfies Nouns;
