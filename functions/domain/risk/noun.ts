import type { RiskResult } from '#shared/contract/risk.ts';
import { LOSS_CAPACITY, RISK_AGREED, RISK_TOOLS } from '#shared/rules/risk.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf } from '../../services/keys/keys.ts';
import { ALONE, type ExportSection, type Nouns } from '../noun.ts';
import type { RiskItem } from './risk.ts';

const rowOf = (person: string, { tool, on, result, agreed, level, why, capacity, capacityWhy, name }: RiskResult) => [
  Number(person),
  on,
  RISK_TOOLS[tool],
  result,
  RISK_AGREED[agreed],
  level,
  why,
  LOSS_CAPACITY[capacity],
  capacityWhy,
  name,
];

const EXPORTED: ExportSection<'risk'> = {
  name: 'risk',
  title: 'Risk Questionnaire',
  heads: ['Person', 'Date', 'Tool', 'Result', 'Agreed', 'Level', 'Why', 'Capacity for loss', 'Why', 'Noted by'],
  show: (items: readonly RiskItem[]) => ({
    json: items.map((item) => ({ person: Number(childKeyOf(item)), results: item.results })),
    rows: items.flatMap((item) => item.results.map((result) => rowOf(childKeyOf(item), result))),
  }),
};

export const nouns = {
  risk: {
    name: 'results of a person’s risk questionnaire',
    rest: ['client', 'person'],
    key: KEYS.risk,
    owner: 'client',
    exported: EXPORTED,
    restored: 'back',
    verified: ALONE,
  },
} as const satisfies Nouns;
