import type { Loa } from '#shared/contract/loas.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { idOfChild } from '../../services/keys/keys.ts';
import { type ClientFile, type Nouns, section, words } from '../noun.ts';
import type { PlanItem } from '../plans/plan.ts';
import { type LoaItem, toLoa } from './loa.ts';

function planNumbers({ planIds }: Loa, { of }: ClientFile): string {
  const numbers = new Map(of<PlanItem>(KEYS.plan).map((plan) => [idOfChild(plan), plan.planNumber]));
  return planIds.map((id) => numbers.get(id) ?? 'deleted').join(', ');
}

const stepLines = ({ steps }: Loa) =>
  steps
    .map(({ step, on, by, whom, ref, note }) => [`${on} ${step}`, by, whom, ref, note].filter(Boolean).join(', '))
    .join('\n');

export const nouns = {
  loa: {
    name: 'letter of authority',
    rest: ['client', 'key'],
    index: `list, while under way: \`${KEYS.account.pk}adviser\` / \`${KEYS.loa.row}day#key\`; due, until its next chase`,
    key: KEYS.loa,
    owner: 'client',
    exported: section('loas', 'Letters of Authority', (loa: LoaItem, { calendar }) => toLoa(loa, calendar), {
      Provider: ({ provider }) => provider,
      Plans: planNumbers,
      State: ({ state }) => words(state),
      Sent: ({ sentOn }) => sentOn,
      Ended: ({ endedOn }) => endedOn,
      Missing: ({ gaps }) => gaps.join(', '),
      Steps: stepLines,
    }),
    restored: 'back',
    // A restored letter is chased from the board, without a notice for a day that has passed.
    current: ['dpk', 'dsk'],
  },
} as const satisfies Nouns;
