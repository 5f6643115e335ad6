import * as KEYS from '../../services/keys/item-kinds.ts';
import { type Nouns, section, time } from '../noun.ts';
import { toPlan } from './plan.ts';

export const nouns = {
  plan: {
    name: 'plan',
    rest: ['client', 'key'],
    key: KEYS.plan,
    owner: 'client',
    exported: section('plans', 'Plans', toPlan, {
      Provider: ({ provider }) => provider,
      Type: ({ planType }) => planType,
      Number: ({ planNumber }) => planNumber,
      'Valuation in £': ({ approxValuation }) => approxValuation,
      Added: ({ createdAt }) => time(createdAt),
    }),
    restored: 'back',
  },
} as const satisfies Nouns;
