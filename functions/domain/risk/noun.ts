import { LOSS_CAPACITY, RISK_AGREED, RISK_TOOLS } from '#shared/rules/risk.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, idOfChild } from '../../services/keys/keys.ts';
import { ownPeople } from '../clients/person.ts';
import type { DocumentItem } from '../documents/document-item.ts';
import { ALONE, type ClientFile, type ExportSection, type Nouns, time } from '../noun.ts';
import type { RiskItem } from './risk.ts';

const nameOf = ({ client }: ClientFile, item: RiskItem) => {
  const number = Number(childKeyOf(item));
  return ownPeople(client).find((person) => person.number === number)?.name ?? `Person ${number}`;
};

function documentName({ of }: ClientFile, documentId: string | null): string | null {
  const document = of<DocumentItem>(KEYS.document).find((one) => idOfChild(one) === documentId);
  return document?.name ?? (documentId && 'deleted');
}

const EXPORTED: ExportSection<'risk'> = {
  name: 'risk',
  title: 'Risk Questionnaire',
  heads: [
    'Person',
    'Date',
    'Tool',
    'Result',
    'Agreed level',
    'Why it differs',
    'Capacity for loss',
    'Why',
    'Document',
    'Noted by',
    'Noted',
  ],
  show: (items: readonly RiskItem[], file) => ({
    json: items.map((item) => ({ person: Number(childKeyOf(item)), results: item.results })),
    rows: items.flatMap((item) =>
      item.results.map((result) => [
        nameOf(file, item),
        result.on,
        RISK_TOOLS[result.tool],
        result.result,
        result.level ?? RISK_AGREED.same,
        result.why,
        LOSS_CAPACITY[result.capacity],
        result.capacityWhy,
        documentName(file, result.documentId),
        result.name,
        time(result.at),
      ]),
    ),
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
