import { isDeepStrictEqual } from 'node:util';
import type { Loa } from '#shared/contract/loas.ts';
import { LOA_FIELDS } from '#shared/nouns/loa.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { unchanged } from '../../aws/expressions.ts';
import { tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { adviserIdOf } from '../clients/client.ts';
import { type Finding, misplaced, recounted } from '../finding.ts';
import { type ClientFile, type Nouns, section, words } from '../noun.ts';
import type { PlanItem } from '../plans/plan.ts';
import { type LoaItem, lettersOf, loaIndexKeys, summaryOf, toLoa } from './loa.ts';

function planNumbers({ planIds }: Loa, { of }: ClientFile): string {
  const numbers = new Map(of<PlanItem>(KEYS.plan).map((plan) => [idOfChild(plan), plan.planNumber]));
  return planIds.map((id) => numbers.get(id) ?? 'deleted').join(', ');
}

const stepLines = ({ steps }: Loa) =>
  steps
    .map(({ step, on, by, whom, ref, note }) => [`${on} ${step}`, by, whom, ref, note].filter(Boolean).join(', '))
    .join('\n');

/** Links a plan to its letter, unless it is gone or in another letter: then a person has to decide. */
const linkRepair = (plan: PlanItem | undefined, loa: string): Pick<Finding, 'repair'> =>
  plan && plan.loa === undefined
    ? { repair: () => tryUpdate(plan, { set: { loa }, when: [['pk', 'exists'], unchanged('loa', undefined)] }) }
    : {};

/** Returns what a summary says of the letter itself. */
const ownPart = ({ clientName: _, clientCompleted: __, ...own }: LoaItem['summary']) => own;

/** Finds letters whose summary differs from their steps, in the wrong list, or without one of their plans. */
function check({ client, of }: ClientFile): Finding[] {
  const plans = new Map(of<PlanItem>(KEYS.plan).map((plan) => [childKeyOf(plan), plan]));
  const loas = of<LoaItem>(KEYS.loa);
  return [
    ...recounted(client, { 'summary/letters': lettersOf(loas) }),
    ...loas.flatMap((loa) => {
      const key = childKeyOf(loa);
      const summary = summaryOf(loa, client);
      const keys = loaIndexKeys(summary, key, adviserIdOf(client));
      const where = `client ${clientIdOf(client)}, letter ${key}`;
      const when = [unchanged('version', loa.version), unchanged('gpk', loa.gpk)];
      const repair = () => tryUpdate(loa, { set: { summary, ...keys }, when });
      const strays = isUnderWay(summary.state) ? loa.plans.filter((plan) => plans.get(plan.key)?.loa !== key) : [];
      return [
        ...(isDeepStrictEqual(ownPart(summary), ownPart(loa.summary))
          ? []
          : [{ where, problem: 'differs from its steps', repair }]),
        ...misplaced(loa, keys, client, { where, problem: 'is in the wrong list', repair }),
        ...strays.map((plan) => ({
          where,
          problem: `contains the plan ${plan.key}, which does not refer to it`,
          ...linkRepair(plans.get(plan.key), key),
        })),
      ];
    }),
  ];
}

export const nouns = {
  loa: {
    name: 'letter of authority',
    rest: ['client', 'key'],
    index: `list, while under way: \`${KEYS.account.pk}adviser\` / \`${KEYS.loa.row}day#key\`; due, until its next chase`,
    key: KEYS.loa,
    owner: 'client',
    exported: section(
      'loas',
      'Letters of Authority',
      LOA_FIELDS,
      (loa: LoaItem, { calendar }) => toLoa(loa, calendar),
      {
        provider: 'Provider',
        planIds: ['Plans', planNumbers],
        state: ['State', ({ state }) => words(state)],
        sentOn: 'Sent',
        endedOn: 'Ended',
        gaps: ['Missing', ({ gaps }) => gaps.join(', ')],
        steps: ['Steps', stepLines],
        scope: null,
        signedOn: null,
        documentId: null,
      },
    ),
    restored: 'back',
    verified: check,
    // A restored letter is chased from the board, without a notice for a day that has passed.
    current: ['dpk', 'dsk'],
  },
} as const satisfies Nouns;
